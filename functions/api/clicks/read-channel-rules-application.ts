import * as z from 'zod';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { reclassification } from '#shared/reclassification/needs.ts';
import { kindOf } from '#shared/reclassification/rules/applications.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { applicationAnswer, ChannelRulesApplication, exampleApplication } from './application-schema.ts';

export const readChannelRulesApplication = defineEndpoint({
  id: 'readChannelRulesApplication',
  method: 'GET',
  path: '/api/v1/pixel/channel-rules/apply/{id}',
  auth: 'view',
  needs: { reclassification },
  summary: 'Retrieve an application of the channel rules',
  description: 'Returns how far an application or a dry run is. The counts grow until `status` is `completed`. It is stored for 90 days.',
  params: z.object({ id: z.string().min(1).max(100) }),
  responses: { 200: ChannelRulesApplication },
  errors: [serviceErrors.not_found],
  example: {
    params: { id: exampleApplication.application_id },
    responses: { 200: exampleApplication },
  },

  async handle({ params, actor }, { reclassification }) {
    const application = await reclassification.applications.byId(actor.accountId, params.id);
    if (!application || kindOf(application) !== 'channel') throw fail(serviceErrors.not_found);
    return ok(applicationAnswer(application));
  },
});
