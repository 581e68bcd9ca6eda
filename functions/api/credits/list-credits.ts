import * as z from 'zod';
import {
  exampleTransaction,
  TransactionRecord,
  transactionRecordOf,
} from '#shared/credits/transaction-record.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { numberCursor } from '#shared/http/page-cursor.ts';
import type { Deps } from './deps.ts';

const place = numberCursor();

export const listCredits = defineEndpoint<Deps>()({
  id: 'listCredits',
  method: 'GET',
  path: '/api/v1/credits',
  auth: 'view',
  cors: 'front_ends',
  summary: 'List credits: balance and transactions',
  description:
    'Returns your balance and its transactions, newest first. Transactions are never changed or removed: the balance is always their sum.',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    cursor: place.field,
  }),
  responses: {
    200: z
      .object({
        balance: z.int().min(0),
        transactions: z.array(TransactionRecord),
        next_cursor: z.string().nullable(),
        billing_portal_url: z
          .url()
          .nullable()
          .meta({ description: 'Where you buy credits and see your subscription, if there is such a page.' }),
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
        billing_portal_url: null,
      },
    },
  },

  async handle({ query: { limit, cursor }, actor }, { credits, billingPortalUrl }) {
    const { balance, transactions, next } = await credits.page(actor.userId, { limit, before: cursor });
    return ok({
      balance,
      transactions: transactions.map(transactionRecordOf),
      next_cursor: next === null ? null : place.textOf(next),
      billing_portal_url: billingPortalUrl || null,
    });
  },
});
