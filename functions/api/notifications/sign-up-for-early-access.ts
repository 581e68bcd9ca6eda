import * as z from 'zod';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { notifications } from '#shared/notifications/needs.ts';
import { earlyAccessFeatures, notable } from '#shared/notifications/rules/notifications.ts';
import { NotificationAnswer, noted } from './notification-answer.ts';

export const signUpForEarlyAccess = defineEndpoint({
  id: 'signUpForEarlyAccess',
  method: 'POST',
  path: '/api/v1/notifications/early-access',
  auth: 'user',
  needs: { notifications },
  summary: 'Sign up for early access',
  description: 'Signs you up for early access to a feature. The team is notified once per user and feature.',
  body: z
    .object({
      feature: z.enum(earlyAccessFeatures).meta({ description: 'The feature to get early access to.' }),
    })
    .meta({ id: 'EarlyAccessRequest' }),
  responses: { 200: NotificationAnswer },
  answers: {
    200: 'You are signed up, or already were (`duplicate: true`).',
  },
  example: {
    body: { feature: 'social_ads' },
    responses: { 200: { success: true, duplicate: false, message: 'You are on the list.' } },
  },

  async handle({ body: { feature }, actor: { userId } }, { notifications }) {
    const { isFirst } = await notifications.once(userId, notable.earlyAccess(feature), {
      effects: [
        {
          kind: 'notice',
          id: `early_access#${userId}#${feature}`,
          text: `User ${userId} asks for early access to ${feature}.`,
        },
      ],
    });
    return ok(noted(isFirst, 'You are on the list.', 'You were on the list already.'));
  },
});
