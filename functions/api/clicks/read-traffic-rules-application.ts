import * as z from 'zod';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { reclassification } from '#shared/reclassification/needs.ts';
import type { TrafficApplication } from '#shared/reclassification/rules/rejudge.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { exampleTrafficApplication, TrafficRulesApplication, trafficApplicationAnswer } from './traffic-application-schema.ts';

export const readTrafficRulesApplication = defineEndpoint({
  id: 'readTrafficRulesApplication',
  method: 'GET',
  path: '/api/v1/pixel/traffic-rules/apply/{id}',
  auth: 'view',
  needs: { reclassification },
  summary: 'Retrieve an application of the traffic rules',
  description: 'Returns how far an application or a dry run is. The counts grow until `status` is `completed`. It is stored for 90 days.',
  params: z.object({ id: z.string().min(1).max(100) }),
  responses: { 200: TrafficRulesApplication },
  errors: [serviceErrors.not_found],
  example: {
    params: { id: exampleTrafficApplication.application_id },
    responses: { 200: exampleTrafficApplication },
  },

  async handle({ params, actor }, { reclassification }) {
    const application = await reclassification.applications.byId(actor.accountId, params.id);
    if (!application?.trafficRules) throw fail(serviceErrors.not_found);
    return ok(trafficApplicationAnswer(application as TrafficApplication));
  },
});
