import * as z from 'zod';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { notifications } from '#shared/notifications/needs.ts';
import { notable } from '#shared/notifications/rules/notifications.ts';

export const readWalkthrough = defineEndpoint({
  id: 'readWalkthrough',
  method: 'GET',
  path: '/api/v1/notifications/walkthrough-status',
  auth: 'user',
  needs: { notifications },
  summary: 'Retrieve the walkthrough status',
  description: 'Returns whether you completed the walkthrough, and when.',
  responses: {
    200: z
      .object({
        completed: z.boolean().meta({ description: 'Whether it is completed.' }),
        completed_at: z.iso.datetime().nullable(),
      })
      .meta({ id: 'WalkthroughStatus' }),
  },
  example: { responses: { 200: { completed: true, completed_at: '2026-11-21T09:30:00.000Z' } } },

  async handle({ actor: { userId } }, { notifications }) {
    const at = await notifications.at(userId, notable.walkthrough);
    return ok({ completed: at !== null, completed_at: at });
  },
});
