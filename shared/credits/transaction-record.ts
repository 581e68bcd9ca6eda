import * as z from 'zod';
import { type CreditTransaction, transactionTypes } from '#shared/credits/rules/credits.ts';

export const TransactionRecord = z
  .object({
    id: z.string(),
    type: z.enum(transactionTypes).meta({ description: 'What changed the balance.' }),
    amount: z.int().meta({ description: 'Negative if credits are used.' }),
    balance_after: z.int().meta({ description: 'Balance after this transaction.' }),
    reason: z.string().meta({ description: 'Why the balance changed.' }),
    created_at: z.iso.datetime(),
    key: z.string().meta({ description: 'What the transaction was made for. Unique.' }),
    reverses: z.string().optional().meta({ description: 'Of a reversal: the transaction that it reverses.' }),
  })
  .meta({ id: 'CreditTransaction' });

export const transactionRecordOf = (row: CreditTransaction): z.input<typeof TransactionRecord> => ({
  id: row.id,
  type: row.type,
  amount: row.amount,
  balance_after: row.balanceAfter,
  reason: row.reason,
  created_at: row.createdAt,
  key: row.key,
  ...(row.reverses !== undefined && { reverses: row.reverses }),
});

export const exampleTransaction = {
  id: 'tx_2_4fTq0ZkJ8vW2nRxL',
  type: 'ADJUSTMENT',
  amount: 100,
  balance_after: 105,
  reason: 'Thanks for the bug report',
  created_at: '2026-11-21T09:30:00.000Z',
  key: 'adjustment#support-4711',
} as const;
