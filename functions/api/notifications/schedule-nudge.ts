import * as z from 'zod';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { nudgeTypes } from '#shared/messages/lifecycle-mails.ts';
import { ownDay } from '#shared/notifications/rules/nudges.ts';
import type { Deps } from './deps.ts';
import { NotificationAnswer, noted } from './notification-answer.ts';

export const scheduleNudge = defineEndpoint<Deps>()({
  id: 'scheduleNudge',
  method: 'POST',
  path: '/api/v1/notifications/schedule-nudge-email',
  auth: 'user',
  cors: 'front_ends',
  summary: 'Schedule a reminder e-mail',
  description:
    'Schedules a reminder e-mail to you in ten minutes. Each user receives at most one a day over both types; days are in the time zone of the profile, else UTC. Later requests on the same day change nothing and return the time of the first one. Not sent if the user has paid, unsubscribed, or already received one that day.',
  body: z.object({ type: z.enum(nudgeTypes) }).meta({ id: 'NudgeRequest' }),
  responses: {
    200: NotificationAnswer.extend({
      scheduled_for: z.iso.datetime().meta({ description: 'When the e-mail of the day is due.' }),
    }).meta({ id: 'NudgeResponse' }),
  },
  answers: {
    200: 'The e-mail is scheduled, or already was (`duplicate: true`).',
  },
  example: {
    body: { type: 'cart_abandoned' },
    responses: {
      200: {
        success: true,
        duplicate: false,
        message: 'The e-mail is scheduled.',
        scheduled_for: '2026-11-21T12:10:00.000Z',
      },
    },
  },

  async handle({ body: { type }, actor: { user } }, { nudges, nudgeDelaySeconds, now }) {
    const at = now();
    const day = ownDay(user, at);
    const due = at + nudgeDelaySeconds * 1000;
    const { isFirst, scheduledFor } = await nudges.schedule(user.id, type, { day, due });
    const answer = noted(isFirst, 'The e-mail is scheduled.', 'The e-mail of this day was scheduled before.');
    return ok({ ...answer, scheduled_for: scheduledFor });
  },
});
