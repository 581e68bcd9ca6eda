import * as z from 'zod';
import { users } from '#shared/accounts/needs.ts';
import { credits } from '#shared/credits/needs.ts';
import { exampleTransaction, TransactionRecord, transactionRecordOf } from '#shared/credits/transaction-record.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { numberCursor } from '#shared/http/page-cursor.ts';
import { audit } from '#shared/operators/needs.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';

const place = numberCursor();

export const listAccountCredits = defineEndpoint({
  id: 'listAccountCredits',
  method: 'GET',
  path: '/api/v1/dev/credits',
  auth: 'operator',
  needs: { audit, credits, users },
  summary: 'List the credit transactions of a user',
  description: 'Returns the balance of a user and its transactions, newest first. Every access is recorded.',
  query: z.object({
    user_id: z.coerce.number().int().min(1),
    limit: z.coerce.number().int().min(1).max(100).default(20),
    cursor: place.field,
  }),
  responses: {
    200: z
      .object({
        balance: z.int().min(0).meta({ description: 'Current number of credits.' }),
        transactions: z.array(TransactionRecord).meta({ description: 'The transactions, newest first.' }),
        next_cursor: z.string().nullable(),
      })
      .meta({ id: 'AccountCredits' }),
  },
  errors: [serviceErrors.not_found],
  example: {
    query: { user_id: 245_813_760_001_024 },
    responses: { 200: { balance: 105, transactions: [exampleTransaction], next_cursor: null } },
  },

  async handle({ query: { user_id, limit, cursor }, actor: { by } }, { users, credits, audit }) {
    const user = await users.byId(user_id);
    await audit.record({
      actor: by,
      action: 'read_account_credits',
      userId: user_id,
      details: user ? {} : { found: false },
    });
    if (!user) throw fail(serviceErrors.not_found);
    const { balance, transactions, next } = await credits.page(user_id, { limit, before: cursor });
    return ok({
      balance,
      transactions: transactions.map(transactionRecordOf),
      next_cursor: next === null ? null : place.textOf(next),
    });
  },
});
