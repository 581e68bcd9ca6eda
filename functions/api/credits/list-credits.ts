import * as z from 'zod';
import { billingPortalUrl, creditCosts, credits, monthlyCredits } from '#shared/credits/needs.ts';
import { exampleTransaction, TransactionRecord, transactionRecordOf } from '#shared/credits/transaction-record.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { numberCursor } from '#shared/http/page-cursor.ts';
import { paidOperations } from '#shared/values/paid-operations.ts';

const place = numberCursor();

export const listCredits = defineEndpoint({
  id: 'listCredits',
  method: 'GET',
  path: '/api/v1/credits',
  auth: 'view',
  needs: { billingPortalUrl, creditCosts, credits, monthlyCredits },
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
        balance: z.int().min(0).meta({ description: 'Current number of credits.' }),
        transactions: z.array(TransactionRecord).meta({ description: 'The transactions, newest first.' }),
        next_cursor: z.string().nullable(),
        billing_portal_url: z
          .url()
          .nullable()
          .meta({ description: 'Where you buy credits and see your subscription, if there is such a page.' }),
        prices: z
          .array(
            z.object({
              operation: z.enum(paidOperations).meta({ description: 'The operation.' }),
              credits: z.int().min(0).meta({ description: '0: the operation is free.' }),
            }),
          )
          .meta({ description: 'What each operation that can cost credits costs now.' }),
        licence_credits: z
          .array(
            z.object({
              tier: z.int().min(1).max(3).meta({ description: 'Tier of the licence: 1, 2 or 3.' }),
              credits: z.int().min(0).meta({ description: 'Credits a month.' }),
            }),
          )
          .meta({ description: 'What an active licence of our partner pays each month, by its tier.' }),
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
        prices: [
          { operation: 'discovery', credits: 5 },
          { operation: 'keyword_plan', credits: 3 },
          { operation: 'ad_prompt', credits: 1 },
          { operation: 'template_prompt', credits: 1 },
        ],
        licence_credits: [
          { tier: 1, credits: 100 },
          { tier: 2, credits: 300 },
          { tier: 3, credits: 600 },
        ],
      },
    },
  },

  async handle({ query: { limit, cursor }, actor }, { credits, billingPortalUrl, creditCosts, monthlyCredits }) {
    const { balance, transactions, next } = await credits.page(actor.accountId, { limit, before: cursor });
    return ok({
      balance,
      transactions: transactions.map(transactionRecordOf),
      next_cursor: next === null ? null : place.textOf(next),
      billing_portal_url: billingPortalUrl || null,
      prices: paidOperations.map((operation) => ({ operation, credits: creditCosts[operation] ?? 0 })),
      licence_credits: ([1, 2, 3] as const).map((tier) => ({
        tier,
        credits: monthlyCredits.tierCredits[tier],
      })),
    });
  },
});
