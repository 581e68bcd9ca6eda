import * as z from 'zod';
import { accountIdField } from '#shared/messages/owner-fields.ts';
import type { Queue } from '#shared/messages/queue.ts';
import { ProjectionRerun } from '#shared/messages/set-aside.ts';
import { ShardMessage } from '#shared/tasks/rules/task-messages.ts';
import { ConsentMessage, ErasureMessage } from './rules/erasure-message.ts';

export const erasureQueue = {
  name: 'erasure',
  message: z.union([ErasureMessage, ConsentMessage]),
  function: 'erasure',
  timeoutSeconds: 60,
  maxConcurrency: 2,
  maxReceives: 8,
  retrySeconds: [5, 900],
} as const satisfies Queue;

export const exportQueue = {
  name: 'export',
  message: z.object({
    kind: z.literal('account').optional(),
    account_id: accountIdField,
    export_id: z.string(),
    environment: z.enum(['live', 'test']),
    from: z.iso.date(),
    to: z.iso.date(),
    created_at: z.iso.datetime(),
    pixel_key: z.string().optional(),
    time_zone: z.string().optional(),
  }),
  function: 'export',
  timeoutSeconds: 300,
  visibilitySeconds: 310,
  maxConcurrency: 2,
  accountTurns: 1,
  // A message takes a minute of compression, so ten would exceed the timeout.
  batchSize: 1,
  // The receives cover the seven attempts of an import and their lease checks.
  maxReceives: 100,
  retrySeconds: [60, 900],
} as const satisfies Queue;

export const recountQueue = {
  name: 'recount',
  message: z.union([
    ShardMessage,
    z.object({
      account_id: accountIdField,
      environment: z.enum(['live', 'test']),
      event_ids: z.array(z.string()).max(200),
    }),
    z.object({ account_id: accountIdField, application_id: z.string() }),
    ProjectionRerun,
  ]),
  function: 'recount',
  timeoutSeconds: 90,
  maxConcurrency: 4,
  accountTurns: 2,
  // The recount of a shard takes up to 40 seconds.
  batchSize: 1,
  maxReceives: 8,
  retrySeconds: [5, 300],
} as const satisfies Queue;
