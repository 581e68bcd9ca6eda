import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { notifications } from '#shared/notifications/needs.ts';
import { notable } from '#shared/notifications/rules/notifications.ts';
import { NotificationAnswer, noted } from './notification-answer.ts';

export const completeWalkthrough = defineEndpoint({
  id: 'completeWalkthrough',
  method: 'POST',
  path: '/api/v1/notifications/walkthrough-complete',
  auth: 'user',
  needs: { notifications },
  summary: 'Complete the walkthrough',
  description: 'Marks the walkthrough as completed. The time of the first request is kept.',
  responses: { 200: NotificationAnswer },
  answers: {
    200: 'The walkthrough is completed, or already was (`duplicate: true`).',
  },
  example: {
    responses: { 200: { success: true, duplicate: false, message: 'The walkthrough is completed.' } },
  },

  async handle({ actor: { userId } }, { notifications }) {
    const { isFirst } = await notifications.once(userId, notable.walkthrough);
    return ok(noted(isFirst, 'The walkthrough is completed.', 'The walkthrough was completed already.'));
  },
});
