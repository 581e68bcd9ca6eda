import type { Deps } from '#functions/http/attribution/deps.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { ChannelRules, channelRulesAnswer, exampleRules } from './channel-rules-schema.ts';

export const readChannelRules = defineEndpoint<Deps>()({
  id: 'readChannelRules',
  method: 'GET',
  path: '/api/v1/pixel/channel-rules',
  auth: 'view',
  cors: 'front_ends',
  summary: 'Retrieve the channel rules',
  description:
    'Returns the rules that name the channel of a click: your own, then the default rules in their order, with the version of the list of hosts that they use.',
  responses: { 200: ChannelRules },
  example: { responses: { 200: exampleRules } },

  async handle({ actor }, { clickRules }) {
    return ok(channelRulesAnswer(await clickRules.read(actor.userId)));
  },
});
