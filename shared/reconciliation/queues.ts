import * as z from 'zod';
import { accountIdField } from '#shared/messages/owner-fields.ts';
import type { Queue } from '#shared/messages/queue.ts';
import { repairNames } from './rules/repairs.ts';

export const reconciliationQueue = {
  name: 'reconciliation',
  message: z.object({
    account_id: accountIdField,
    environment: z.enum(['live', 'test']),
    reconciliation_id: z.string(),
    repair: z.enum(repairNames).optional(),
    /** Earlier parts of the reconciliation's rows have no erased names. */
    names_from: z.int().min(0).optional(),
  }),
  function: 'reconciliation',
  timeoutSeconds: 180,
  visibilitySeconds: 190,
  maxConcurrency: 4,
  accountTurns: 1,
  batchSize: 1,
  maxReceives: 30,
  retrySeconds: [5, 300],
} as const satisfies Queue;
