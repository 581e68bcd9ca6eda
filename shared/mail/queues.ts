import * as z from 'zod';
import { MailEffect } from '#shared/messages/effects.ts';
import type { Queue } from '#shared/messages/queue.ts';

/** Bulk and throttled mails use the rate that codes leave free. */
export const bulkMailQueue = {
  name: 'bulk_mail',
  message: z.object({ effect: MailEffect, ordered_at: z.iso.datetime() }),
  function: 'nudge-email',
  timeoutSeconds: 60,
  maxConcurrency: 4,
  // The worker drops a mail after three days, long before this limit.
  maxReceives: 1000,
  retrySeconds: [5, 900],
} as const satisfies Queue;

/** The fields are from SES's event publishing (through SNS, raw). */
export const mailEventsQueue = {
  name: 'mail_events',
  message: z.object({
    eventType: z.string(),
    bounce: z
      .object({
        bounceType: z.string(),
        bouncedRecipients: z.array(z.object({ emailAddress: z.string() })),
      })
      .optional(),
    complaint: z
      .object({
        complaintFeedbackType: z.string().nullish(),
        complainedRecipients: z.array(z.object({ emailAddress: z.string() })),
      })
      .optional(),
  }),
  function: 'mail-events',
  timeoutSeconds: 30,
  maxConcurrency: 2,
  maxReceives: 8,
  retrySeconds: [5, 900],
} as const satisfies Queue;
