import type { Deps } from '#functions/http/attribution/deps.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { exampleTrafficRules, TrafficRules, trafficRulesAnswer } from './traffic-rules-schema.ts';

export const readTrafficRules = defineEndpoint<Deps>()({
  id: 'readTrafficRules',
  method: 'GET',
  path: '/api/v1/pixel/traffic-rules',
  auth: 'view',
  cors: 'front_ends',
  summary: 'Retrieve the traffic rules',
  description:
    'Returns the rules that tell clicks of people from those of bots, previews and your own staff, whether each is on, and the networks of your staff.',
  responses: { 200: TrafficRules },
  example: { responses: { 200: exampleTrafficRules } },

  async handle({ actor }, { clickRules }) {
    return ok(trafficRulesAnswer(await clickRules.read(actor.userId)));
  },
});
