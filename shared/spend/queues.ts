import * as z from 'zod';
import { activityActorKinds } from '#shared/messages/activity-types.ts';
import { accountIdField } from '#shared/messages/owner-fields.ts';
import type { Queue } from '#shared/messages/queue.ts';

export const spendImportQueue = {
  name: 'spend_import',
  message: z.object({
    account_id: accountIdField,
    environment: z.enum(['live', 'test']),
    import_id: z.string(),
    undo: z.literal(true).optional(),
    order: z
      .object({
        id: z.string(),
        accountId: z.int(),
        environment: z.enum(['live', 'test']),
        network: z.string(),
        adAccount: z.string(),
        mode: z.enum(['replace_days', 'upsert']),
        currency: z.string().nullable(),
        timeZone: z.string(),
        pixelKey: z.string().nullable(),
        by: z.object({ kind: z.enum(activityActorKinds), id: z.string().nullable() }),
        createdAt: z.iso.datetime(),
        file: z.object({
          key: z.string(),
          dateFormat: z.enum(['YYYY-MM-DD', 'MM/DD/YYYY', 'DD/MM/YYYY']).nullable(),
          columns: z.record(z.string(), z.string()),
        }),
      })
      .optional(),
  }),
  function: 'spend-import',
  timeoutSeconds: 120,
  visibilitySeconds: 130,
  maxConcurrency: 4,
  accountTurns: 1,
  batchSize: 1,
  maxReceives: 30,
  retrySeconds: [5, 300],
} as const satisfies Queue;
