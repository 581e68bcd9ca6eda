import * as z from 'zod';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { adsStudioNotifications, notifications } from '#shared/notifications/needs.ts';
import { notable } from '#shared/notifications/rules/notifications.ts';
import { invalid } from '#shared/values/errors.ts';
import { NotificationAnswer, noted } from './notification-answer.ts';

export const dismissNotification = defineEndpoint({
  id: 'dismissNotification',
  method: 'POST',
  path: '/api/v1/notifications/ads-studio-dismiss',
  auth: 'user',
  needs: { adsStudioNotifications, notifications },
  summary: 'Dismiss a one-time notification',
  description: 'Dismisses a one-time notification of the ads studio permanently. `ads-studio-dismissals` lists the names.',
  body: z
    .object({ notification: z.string().meta({ description: 'Name of the notification.' }) })
    .meta({ id: 'DismissNotificationRequest' }),
  responses: { 200: NotificationAnswer },
  answers: {
    200: 'The notification is dismissed, or already was (`duplicate: true`).',
  },
  example: {
    body: { notification: 'studio_intro' },
    responses: { 200: { success: true, duplicate: false, message: 'The notification is dismissed.' } },
  },

  async handle({ body: { notification }, actor: { userId } }, { notifications, adsStudioNotifications }) {
    if (!adsStudioNotifications.includes(notification)) {
      const names = adsStudioNotifications.map((name) => `"${name}"`).join('|');
      const msg = `Invalid option: expected one of ${names}`;
      throw invalid({ type: 'enum', loc: ['body', 'notification'], msg });
    }
    const { isFirst } = await notifications.once(userId, notable.dismissed(notification));
    return ok(noted(isFirst, 'The notification is dismissed.', 'The notification was dismissed already.'));
  },
});
