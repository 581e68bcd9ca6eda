import * as z from 'zod';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { adsStudioNotifications, notifications } from '#shared/notifications/needs.ts';
import { notable } from '#shared/notifications/rules/notifications.ts';

const Dismissal = z
  .object({
    dismissed: z.boolean().meta({ description: 'Whether it was dismissed.' }),
    dismissed_at: z.iso.datetime().nullable().meta({ description: 'When it was dismissed, or `null`.' }),
  })
  .meta({ id: 'Dismissal' });

export const listDismissals = defineEndpoint({
  id: 'listDismissals',
  method: 'GET',
  path: '/api/v1/notifications/ads-studio-dismissals',
  auth: 'user',
  needs: { adsStudioNotifications, notifications },
  summary: 'List dismissed notifications',
  description:
    'Returns for each one-time notification of the ads studio whether you dismissed it. Every notification has an entry, dismissed or not.',
  responses: {
    200: z
      .object({
        dismissals: z.record(z.string(), Dismissal).meta({ description: 'Each one-time notification by name.' }),
      })
      .meta({ id: 'Dismissals' }),
  },
  example: {
    responses: {
      200: {
        dismissals: {
          studio_intro: { dismissed: true, dismissed_at: '2026-11-21T09:30:00.000Z' },
          image_editor_intro: { dismissed: false, dismissed_at: null },
        },
      },
    },
  },

  async handle({ actor: { userId } }, { notifications, adsStudioNotifications }) {
    const times = await notifications.timesOf(userId, notable.dismissed(''));
    const dismissals = adsStudioNotifications.map((name) => {
      const at = times.get(name) ?? null;
      return [name, { dismissed: at !== null, dismissed_at: at }] as const;
    });
    return ok({ dismissals: Object.fromEntries(dismissals) });
  },
});
