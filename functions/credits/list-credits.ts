import * as z from 'zod';
import {
  exampleTransaction,
  TransactionRecord,
  transactionRecordOf,
} from '#shared/credits/transaction-record.ts';
import type { CreditDeps } from '#shared/deps.ts';
import { endpointWith, ok } from '#shared/http/endpoint.ts';

const cursorOf = (seq: number) => Buffer.from(`before.${seq}`).toString('base64url');

/** The place of the last row that was answered. Opaque to callers. */
const Cursor = z
  .string()
  .max(100)
  .transform((text, context) => {
    const seq = Number(/^before\.([1-9]\d{0,11})$/.exec(Buffer.from(text, 'base64url').toString())?.[1]);
    if (seq > 1 && cursorOf(seq) === text) return seq;
    context.addIssue({ code: 'custom', message: 'Not a `next_cursor` of an earlier answer' });
    return z.NEVER;
  });

export const listCredits = endpointWith<CreditDeps>()({
  id: 'listCredits',
  method: 'GET',
  path: '/api/v1/credits',
  auth: 'user',
  cors: 'front_ends',
  summary: 'Your credits: the balance, and what changed it, newest first',
  description: 'Transactions are never changed nor removed: the balance is always their sum.',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    cursor: Cursor.optional().meta({ description: '`next_cursor` of the page before.' }),
  }),
  responses: {
    200: z
      .object({
        balance: z.int().min(0),
        transactions: z.array(TransactionRecord),
        next_cursor: z.string().nullable(),
      })
      .meta({ id: 'Credits' }),
  },
  example: {
    query: { limit: 20 },
    responses: {
      200: {
        balance: 105,
        transactions: [
          exampleTransaction,
          {
            id: 'tx_1_9KdTq0ZkJ8vW2nRx',
            type: 'signup_grant',
            amount: 5,
            balance_after: 5,
            reason: 'Welcome',
            created_at: '2026-11-20T03:30:00.000Z',
            key: 'signup#245813760001024',
          },
        ],
        next_cursor: null,
      },
    },
  },

  async handle({ query: { limit, cursor }, actor }, { credits }) {
    const { balance, transactions, next } = await credits.page(actor.userId, { limit, before: cursor });
    return ok({
      balance,
      transactions: transactions.map(transactionRecordOf),
      next_cursor: next === null ? null : cursorOf(next),
    });
  },
});
