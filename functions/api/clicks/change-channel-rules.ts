import * as z from 'zod';
import { activity } from '#shared/activity/activity.ts';
import { keys } from '#shared/api-keys/needs.ts';
import { clickRules, ruleCacheSeconds } from '#shared/clicks/needs.ts';
import { maxChannelRules } from '#shared/clicks/rules/click-rules.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { AccountRules, ChannelRules, channelRulesAnswer, exampleRules, storedRule } from './channel-rules-schema.ts';
import { holdsFrom, holdsFromField } from './rules-in-force.ts';

export const changeChannelRules = defineEndpoint({
  id: 'changeChannelRules',
  method: 'PUT',
  path: '/api/v1/pixel/channel-rules',
  auth: 'view',
  needs: { clickRules, keys, ruleCacheSeconds },
  unknownFields: 'refused',
  summary: 'Replace your channel rules',
  description:
    `Replaces all of your rules, at most ${maxChannelRules}. They come before the default rules. A change applies to clicks that are recorded ` +
    'from `holds_from` on, at most 60 seconds later; recorded clicks keep their channel until you apply the rules to them. The same rules again change nothing: after a failure, send the request again. Of two changes the later one applies.',
  body: z.object({ rules: AccountRules }).meta({ id: 'ChangeChannelRulesRequest' }),
  responses: { 200: ChannelRules.extend(holdsFromField).meta({ id: 'ChangedChannelRules' }) },
  example: {
    body: { rules: [{ id: 'comparison_site', host: 'compare.example', channel: 'affiliate' }] },
    responses: {
      200: {
        ...exampleRules,
        rules: exampleRules.rules.slice(0, 1),
        holds_from: '2026-11-26T09:30:31.000Z',
      },
    },
  },

  async handle({ body, actor }, { clickRules, keys, ...deps }) {
    const { accountId } = actor;
    const rules = await clickRules.change(
      accountId,
      { channelRules: body.rules.map(storedRule) },
      async ({ channelVersion, channelRules }) => [
        await activity('channel_rules_changed', accountId, {
          version: channelVersion,
          rules: channelRules.length,
        }),
      ],
    );
    await keys.copyClickRules(accountId, rules);
    return ok({ ...channelRulesAnswer(rules), ...holdsFrom(deps) });
  },
});
