import * as z from 'zod';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { limits } from '#shared/limits/needs.ts';
import { mailRefusalNow } from '#shared/mail/can-send-mail.ts';
import { mailAnswerFields, mailAnswerOf, type UnscheduledReason } from '#shared/mail/mail-answer.ts';
import { mailPreferences, suppressions } from '#shared/mail/needs.ts';
import { nudgeTypes } from '#shared/messages/lifecycle-mails.ts';
import { rules } from '#shared/notifications/mails.ts';
import { nudgeDelaySeconds, nudges } from '#shared/notifications/needs.ts';
import { nudgeRefusal, ownDay } from '#shared/notifications/rules/nudges.ts';
import { NotificationAnswer, noted } from './notification-answer.ts';

export const scheduleNudge = defineEndpoint({
  id: 'scheduleNudge',
  method: 'POST',
  path: '/api/v1/notifications/schedule-nudge-email',
  auth: 'user',
  needs: { limits, mailPreferences, nudgeDelaySeconds, nudges, suppressions },
  summary: 'Schedule a reminder e-mail',
  description:
    'Schedules a reminder e-mail to you in ten minutes. Each user receives at most one a day over both types; days are in the time zone of the profile, else UTC. Later requests on the same day change nothing and return the time of the first one. If no e-mail would go now, nothing is scheduled, and `reason` says why: the user has paid or unsubscribed, or the address cannot receive one. The same is checked again before the e-mail is sent. Reminders also go to addresses that were never verified, at most five e-mails a day.',
  body: z.object({ type: z.enum(nudgeTypes).meta({ description: 'The reminder to send.' }) }).meta({ id: 'NudgeRequest' }),
  responses: {
    200: NotificationAnswer.extend({
      ...mailAnswerFields,
      scheduled_for: z.iso.datetime().nullable().meta({ description: 'When the e-mail of the day is due; `null` if none is scheduled.' }),
    }).meta({ id: 'NudgeResponse' }),
  },
  answers: {
    200: 'The e-mail is scheduled, or already was (`duplicate: true`), or no e-mail will be sent (`scheduled: false`).',
  },
  example: {
    body: { type: 'cart_abandoned' },
    responses: {
      200: {
        success: true,
        duplicate: false,
        message: 'The e-mail is scheduled.',
        scheduled: true,
        reason: null,
        scheduled_for: '2026-11-21T12:10:00.000Z',
      },
    },
  },

  async handle({ body: { type }, actor: { user } }, deps) {
    const refusal = await nudgeRefusal(user, () => mailRefusalNow(rules[type], user, deps));
    if (refusal) return ok(unscheduled(false, refusal));
    const at = deps.now();
    const day = ownDay(user, at);
    const dueAt = at + deps.nudgeDelaySeconds * 1000;
    const { isFirst, scheduledFor, skipped } = await deps.nudges.schedule(user.id, type, { day, due: dueAt });
    if (skipped) return ok(unscheduled(true, skipped));
    const answer = noted(isFirst, 'The e-mail is scheduled.', 'The e-mail of this day was scheduled before.');
    return ok({ ...answer, ...mailAnswerOf(null), scheduled_for: scheduledFor });
  },
});

const unscheduled = (duplicate: boolean, reason: UnscheduledReason) => ({
  success: true as const,
  duplicate,
  scheduled_for: null,
  ...mailAnswerOf(reason),
  message: duplicate
    ? 'The e-mail of this day was scheduled before and then not sent. No other is scheduled today.'
    : 'No e-mail is scheduled. The reason says why.',
});
