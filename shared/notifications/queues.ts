import * as z from 'zod';
import { nudgeTypes } from '#shared/messages/lifecycle-mails.ts';
import { userIdField } from '#shared/messages/owner-fields.ts';
import type { Queue } from '#shared/messages/queue.ts';

/** The internal channel accepts one post per second, so notices share a post. */
export const noticesQueue = {
  name: 'notices',
  message: z.object({ id: z.string(), text: z.string() }),
  function: 'notices',
  timeoutSeconds: 60,
  maxConcurrency: 2,
  batchSize: 100,
  gatherSeconds: 2,
  // This many receives cover most of a day, for a channel that is down.
  maxReceives: 100,
  retrySeconds: [5, 900],
} as const satisfies Queue;

export const nudgeEmailQueue = {
  name: 'nudge_email',
  message: z.object({
    user_id: userIdField,
    nudge_id: z.string(),
    type: z.enum(nudgeTypes),
    day: z.iso.date(),
  }),
  function: 'nudge-email',
  timeoutSeconds: 30,
  maxConcurrency: 5,
  maxReceives: 8,
  retrySeconds: [30, 900],
} as const satisfies Queue;
