import { clickRules, dataCentres } from '#shared/clicks/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { reclassification } from '#shared/reclassification/needs.ts';
import type { TrafficApplication } from '#shared/reclassification/rules/rejudge.ts';
import { exampleTrafficApplication, TrafficRulesApplication, trafficApplicationAnswer } from './traffic-application-schema.ts';
import { exampleTrafficRules, TrafficRules, trafficRulesAnswer } from './traffic-rules-schema.ts';

export const readTrafficRules = defineEndpoint({
  id: 'readTrafficRules',
  method: 'GET',
  path: '/api/v1/pixel/traffic-rules',
  auth: 'view',
  needs: { clickRules, dataCentres, reclassification },
  summary: 'Retrieve the traffic rules',
  description:
    'Returns the rules that tell clicks of people from those of bots, previews and your own staff, whether each is on, the networks of your staff, and when the rules were last applied to stored clicks.',
  responses: {
    200: TrafficRules.extend({
      last_application: TrafficRulesApplication.nullable().meta({
        description:
          'The newest application of the last 90 days that was no dry run. `null`: none. Another `version` than now: the rules have changed since.',
      }),
    }).meta({ id: 'CurrentTrafficRules' }),
  },
  example: { responses: { 200: { ...exampleTrafficRules, last_application: exampleTrafficApplication } } },

  async handle({ actor }, { clickRules, dataCentres, reclassification }) {
    const [rules, newest] = await Promise.all([
      clickRules.read(actor.accountId),
      reclassification.applications.newest(actor.accountId, 'traffic'),
    ]);
    const last = newest && trafficApplicationAnswer(newest as TrafficApplication);
    return ok({ ...trafficRulesAnswer(rules, dataCentres), last_application: last });
  },
});
