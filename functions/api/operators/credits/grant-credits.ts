import * as z from 'zod';
import { namedUser, namesOneUser, userNaming } from '#shared/accounts/named-user.ts';
import { users } from '#shared/accounts/needs.ts';
import { credits } from '#shared/credits/needs.ts';
import { claims, maxAdjusted } from '#shared/credits/rules/credits.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { idempotencyKeyOf } from '#shared/http/idempotency-key.ts';
import { reasonDetails } from '#shared/operators/given-reason.ts';
import { audit } from '#shared/operators/needs.ts';
import { fail } from '#shared/values/errors.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';
import { CreditChange, creditChangeOf, exampleChange, Reason } from './credit-change.ts';

export const grantCredits = defineEndpoint({
  id: 'grantCredits',
  method: 'POST',
  path: '/api/v1/dev/grant-credits',
  auth: 'operator',
  needs: { audit, credits, users },
  summary: 'Grant credits to a user',
  description:
    'Adds credits to an account, as an adjustment. With the header `Idempotency-Key` (1 to 200 printable characters of your choice) a request adds credits once, however often and however late you retry it; a retry returns the first response with `duplicate: true`. Without the header every request adds credits. The same key with another user, amount or reason is 409 `idempotency_key_reused`.',
  body: z
    .object({
      ...userNaming,
      amount: z.int().min(1).max(maxAdjusted).meta({ description: 'Credits to add, 1 to 1,000,000.' }),
      reason: Reason,
    })
    .meta({ id: 'GrantCreditsRequest' }),
  check: namesOneUser,
  responses: { 200: CreditChange },
  answers: {
    200: 'The credits were granted. The body holds the transaction.',
  },
  errors: ['not_found', 'idempotency_key_reused'],
  example: {
    body: { email: 'ada@northwind.example', amount: 100, reason: 'Thanks for the bug report' },
    responses: { 200: exampleChange },
  },

  async handle({ body, actor, header }, { users, credits, audit }) {
    const { amount, reason } = body;
    const claim = claims.adjustment(idempotencyKeyOf(header));
    const accountId = ownAccountOf((await namedUser(body, users)).id);
    const granted = await credits.grant(accountId, {
      type: 'ADJUSTMENT',
      amount,
      reason,
      claim,
      actor: `${actor.by.kind}:${actor.by.id}`,
      also: audit.parts({
        actor: actor.by,
        action: 'grant_credits',
        userId: accountId,
        details: { amount, key: claim, ...reasonDetails(reason) },
      }),
    });
    if (granted.outcome === 'refused') throw new Error('An audit entry was refused.');
    const { transaction } = granted;
    if (transaction.userId !== accountId || transaction.amount !== amount || transaction.reason !== reason)
      throw fail('idempotency_key_reused');
    return ok(creditChangeOf(granted));
  },
});
