import * as z from 'zod';
import type { Deps } from '#functions/http/attribution/deps.ts';
import { activity } from '#shared/activity/activity.ts';
import { maxChannelRules } from '#shared/clicks/rules/click-rules.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import {
  AccountRules,
  ChannelRules,
  channelRulesAnswer,
  exampleRules,
  storedRule,
} from './channel-rules-schema.ts';

export const changeChannelRules = defineEndpoint<Deps>()({
  id: 'changeChannelRules',
  method: 'PUT',
  path: '/api/v1/pixel/channel-rules',
  auth: 'view',
  unknownFields: 'refused',
  summary: 'Replace your channel rules',
  description:
    `Replaces all of your rules, at most ${maxChannelRules}. They come before the default rules. A change applies to clicks that are recorded ` +
    'from then on, within 60 seconds; recorded clicks keep their channel until you apply the rules to them. The same rules again change nothing: after a failure, send the request again. Of two changes the later one applies.',
  body: z.object({ rules: AccountRules }).meta({ id: 'ChangeChannelRulesRequest' }),
  responses: { 200: ChannelRules },
  example: {
    body: { rules: [{ id: 'comparison_site', host: 'compare.example', channel: 'affiliate' }] },
    responses: { 200: { ...exampleRules, rules: exampleRules.rules.slice(0, 1) } },
  },

  async handle({ body, actor }, { clickRules, keys }) {
    const { userId } = actor;
    const rules = await clickRules.change(
      userId,
      { channelRules: body.rules.map(storedRule) },
      async ({ channelVersion, channelRules }) => [
        await activity('channel_rules_changed', userId, {
          version: channelVersion,
          rules: channelRules.length,
        }),
      ],
    );
    await keys.copyClickRules(userId, rules);
    return ok(channelRulesAnswer(rules));
  },
});
