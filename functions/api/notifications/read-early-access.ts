import * as z from 'zod';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { notifications } from '#shared/notifications/needs.ts';
import { notable } from '#shared/notifications/rules/notifications.ts';

export const readEarlyAccess = defineEndpoint({
  id: 'readEarlyAccess',
  method: 'GET',
  path: '/api/v1/notifications/early-access/status',
  auth: 'user',
  needs: { notifications },
  summary: 'Retrieve early access sign-ups',
  description: 'Returns for each feature whether you signed up for early access.',
  responses: {
    200: z
      .object({
        pro_network_deploy: z.boolean().meta({ description: 'Whether you asked for early access to the professional network.' }),
        social_ads: z.boolean().meta({ description: 'Whether you asked for early access to social ads.' }),
        search_ads: z.boolean().meta({ description: 'Whether you asked for early access to search ads.' }),
      })
      .meta({ id: 'EarlyAccessStatus' }),
  },
  example: { responses: { 200: { pro_network_deploy: false, social_ads: true, search_ads: false } } },

  async handle({ actor: { userId } }, { notifications }) {
    const requestTimes = await notifications.timesOf(userId, notable.earlyAccess(''));
    return ok({
      pro_network_deploy: requestTimes.has('pro_network_deploy'),
      social_ads: requestTimes.has('social_ads'),
      search_ads: requestTimes.has('search_ads'),
    });
  },
});
