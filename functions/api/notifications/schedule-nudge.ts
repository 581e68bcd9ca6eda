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
    'Schedules a reminder e-mail to you in ten minutes. One e-mail for each user and day of theirs (the time zone of the profile, else UTC), over both types: later calls of the day change nothing and tell when the first one is due. It is not sent to who pays by then, has unsubscribed or was sent one that day.',
  body: z.object({ type: z.enum(nudgeTypes) }).meta({ id: 'NudgeRequest' }),
  responses: {
    200: NotificationAnswer.extend({
      scheduled_for: z.iso.datetime().meta({ description: 'Of the one e-mail of the day.' }),
    }).meta({ id: 'NudgeResponse' }),
  },
  answers: {
    200: 'The e-mail is scheduled, or was before (`duplicate: true`).',
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
