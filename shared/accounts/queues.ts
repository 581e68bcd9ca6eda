import * as z from 'zod';
import { userIdField } from '#shared/messages/owner-fields.ts';
import type { Queue } from '#shared/messages/queue.ts';
import { ShardMessage } from '#shared/tasks/rules/task-messages.ts';

export const accountErasureQueue = {
  name: 'account_erasure',
  message: ShardMessage,
  function: 'account-erasure',
  timeoutSeconds: 120,
  maxConcurrency: 2,
  batchSize: 1,
  maxReceives: 8,
  retrySeconds: [5, 300],
} as const satisfies Queue;

export const resetCodesQueue = {
  name: 'reset_codes',
  message: z.object({
    email: z.string(),
    request_id: z.string(),
    network: z.string().optional(),
    about: z.literal('guessing').optional(),
  }),
  function: 'reset-codes',
  timeoutSeconds: 30,
  maxConcurrency: 5,
  maxReceives: 8,
  retrySeconds: [5, 300],
} as const satisfies Queue;

export const descriptionChecksQueue = {
  name: 'description_checks',
  message: z.object({ user_id: userIdField }),
  function: 'description-checks',
  timeoutSeconds: 30,
  maxConcurrency: 2,
  // This many receives cover some hours, for a moderation that is down.
  maxReceives: 20,
  retrySeconds: [5, 900],
} as const satisfies Queue;
