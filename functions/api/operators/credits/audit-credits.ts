import * as z from 'zod';
import { namedUser } from '#shared/accounts/named-user.ts';
import { users } from '#shared/accounts/needs.ts';
import { credits } from '#shared/credits/needs.ts';
import { exampleTransaction, TransactionRecord, transactionRecordOf } from '#shared/credits/transaction-record.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { audit } from '#shared/operators/needs.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';

export const auditCredits = defineEndpoint({
  id: 'auditCredits',
  method: 'GET',
  path: '/api/v1/dev/credits/audit',
  auth: 'operator',
  needs: { audit, credits, users },
  summary: 'Audit the credits of a user',
  description: 'Adds up all credit transactions of a user and compares the sum with the balance. Every access is recorded.',
  query: z.object({ user_id: z.coerce.number().int().min(1) }),
  responses: {
    200: z
      .object({
        user_id: z.int(),
        balance: z.int().meta({ description: 'Current number of credits.' }),
        sum: z.int().meta({ description: 'Sum of all transactions.' }),
        rows: z.int().meta({ description: 'Number of transactions.' }),
        is_equal: z.boolean().meta({
          description:
            'Whether balance and sum agree, no transaction is missing, and each balance follows from the transactions before it.',
        }),
        last_transaction: TransactionRecord.nullable().meta({
          description: 'The newest transaction, or `null`.',
        }),
      })
      .meta({ id: 'CreditAudit' }),
  },
  errors: [serviceErrors.not_found],
  example: {
    query: { user_id: 245_813_760_001_024 },
    responses: {
      200: {
        user_id: 245_813_760_001_024,
        balance: 105,
        sum: 105,
        rows: 2,
        is_equal: true,
        last_transaction: exampleTransaction,
      },
    },
  },

  async handle({ query, actor: { by } }, { users, credits, audit }) {
    const { id } = await namedUser(query, users);
    await audit.record({ actor: by, action: 'audit_credits', userId: ownAccountOf(id) });
    const { balance, sum, rows, isEqual, last } = await credits.audit(ownAccountOf(id));
    return ok({
      user_id: id,
      balance,
      sum,
      rows,
      is_equal: isEqual,
      last_transaction: last && transactionRecordOf(last),
    });
  },
});
