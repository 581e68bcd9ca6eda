import * as z from 'zod';
import { namedUser, namesOneUser, userNaming } from '#shared/accounts/named-user.ts';
import { users } from '#shared/accounts/needs.ts';
import { creditErrors } from '#shared/credits/errors.ts';
import { credits } from '#shared/credits/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { reasonDetails } from '#shared/operators/given-reason.ts';
import { audit } from '#shared/operators/needs.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';
import { CreditChange, creditChangeOf, exampleChange, Reason } from './credit-change.ts';

export const reverseCredits = defineEndpoint({
  id: 'reverseCredits',
  method: 'POST',
  path: '/api/v1/dev/credits/reverse',
  auth: 'operator',
  needs: { audit, credits, users },
  summary: 'Reverse a credit transaction',
  description:
    'Reverses a credit transaction. Adds a transaction of the opposite amount that names the reversed one; no transaction is ever changed. Each is reversed at most once: a retry returns the first response with `duplicate: true`. A reversal, or a grant whose credits have been used, is 409 `not_reversible`: a balance never falls below zero.',
  body: z
    .object({
      ...userNaming,
      transaction_id: z.string().max(100).meta({ description: "One of the user's transactions." }),
      reason: Reason,
    })
    .meta({ id: 'ReverseCreditsRequest' }),
  check: namesOneUser,
  responses: { 200: CreditChange },
  answers: {
    200: 'The transaction was reversed. The body holds the new transaction.',
  },
  errors: [serviceErrors.not_found, creditErrors.not_reversible],
  example: {
    body: {
      user_id: 245_813_760_001_024,
      transaction_id: 'tx_2_4fTq0ZkJ8vW2nRxL',
      reason: 'Granted by mistake',
    },
    responses: {
      200: {
        ...exampleChange,
        transaction: {
          ...exampleChange.transaction,
          id: 'tx_3_7Rk2VbXq9LmT4cWz',
          type: 'reversal',
          amount: -100,
          balance_after: 5,
          reason: 'Granted by mistake',
          key: 'reverse#tx_2_4fTq0ZkJ8vW2nRxL',
          reverses: 'tx_2_4fTq0ZkJ8vW2nRxL',
        },
        balance: 5,
      },
    },
  },

  async handle({ body, actor }, { users, credits, audit }) {
    const { id: userId } = await namedUser(body, users);
    const reversed = await credits.reverse(ownAccountOf(userId), body.transaction_id, {
      reason: body.reason,
      actor: `${actor.by.kind}:${actor.by.id}`,
      also: audit.parts({
        actor: actor.by,
        action: 'reverse_credits',
        userId: ownAccountOf(userId),
        details: { transaction_id: body.transaction_id, ...reasonDetails(body.reason) },
      }),
    });
    if (reversed.outcome === 'not_found') throw fail(serviceErrors.not_found);
    if (reversed.outcome === 'is_reversal' || reversed.outcome === 'insufficient') throw fail(creditErrors.not_reversible);
    if (reversed.outcome === 'refused') throw new Error('An audit entry was refused.');
    return ok(creditChangeOf(reversed));
  },
});
