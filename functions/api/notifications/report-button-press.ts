import * as z from 'zod';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { idempotencyKeyOf } from '#shared/http/idempotency-key.ts';
import { limits } from '#shared/limits/needs.ts';
import { limitReached, rateLimitHeaders } from '#shared/limits/rate-limit-headers.ts';
import { ctaTypes } from '#shared/messages/lifecycle-mails.ts';
import { notifications } from '#shared/notifications/needs.ts';
import { buttonPressesLimit, pressDays } from '#shared/notifications/rules/limits.ts';
import { notable } from '#shared/notifications/rules/notifications.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { randomText, sha256 } from '#shared/values/ids.ts';
import { NotificationAnswer, noted } from './notification-answer.ts';

const emailTypes = ['welcome', 'one_week_checkin', 'low_credits', 'out_of_credits'] as const;

export const reportButtonPress = defineEndpoint({
  id: 'reportButtonPress',
  method: 'POST',
  path: '/api/v1/notifications/email-cta-click',
  auth: 'user',
  needs: { limits, notifications },
  summary: 'Report a click in an e-mail',
  description: `Reports that a button in one of our e-mails was pressed. The team is notified of every request, up to ${buttonPressesLimit.limit} per hour and user. With the header \`Idempotency-Key\` (1 to 200 printable characters), retries within ${pressDays} days notify the team once.`,
  body: z
    .object({
      email_type: z.enum(emailTypes).meta({ description: 'The e-mail whose button was pressed.' }),
      cta_type: z.enum(ctaTypes).meta({ description: 'The button that was pressed.' }),
    })
    .meta({ id: 'EmailCtaClickRequest' }),
  responses: { 200: NotificationAnswer },
  answers: {
    200: 'The click was recorded.',
  },
  errors: [serviceErrors.too_many_requests],
  rateLimit: buttonPressesLimit,
  example: {
    body: { email_type: 'welcome', cta_type: 'dashboard' },
    responses: { 200: { success: true, duplicate: false, message: 'The click is noted.' } },
  },

  async handle({ body: { email_type, cta_type }, actor: { userId }, header }, { notifications, limits }) {
    const key = idempotencyKeyOf(header);
    const remaining = await limits.take(buttonPressesLimit, String(userId));
    if (!remaining.isAllowed) throw limitReached(buttonPressesLimit, remaining);
    const id = key ? sha256(JSON.stringify([key, email_type, cta_type])) : randomText(22);
    const { isFirst } = await notifications.once(userId, notable.buttonPressed(id), {
      retentionDays: pressDays,
      effects: [
        {
          kind: 'notice',
          id: `email_cta_click#${userId}#${id}`,
          text: `User ${userId} pressed ${cta_type} in the e-mail ${email_type}.`,
        },
      ],
    });
    return ok(noted(isFirst, 'The click is noted.', 'The click was noted already.'), rateLimitHeaders(buttonPressesLimit, remaining));
  },
});
