import { claims } from '#shared/credits/rules/credits.ts';
import type { Credits, Posted } from '#shared/credits/store/credits.ts';
import { fail } from '#shared/values/errors.ts';
import type { CreditCosts, PaidOperation } from '#shared/values/paid-operations.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { creditErrors } from './errors.ts';

export type ChargeDeps = {
  credits: Pick<Credits, 'spend'>;
  creditCosts: CreditCosts;
};

export async function chargeFor(
  operation: PaidOperation,
  { userId, id }: { userId: AccountId; id: string },
  { credits, creditCosts }: ChargeDeps,
): Promise<Posted | null> {
  const amount = creditCosts[operation] ?? 0;
  if (!amount) return null;
  const charged = await credits.spend(userId, {
    amount,
    reason: operation,
    claim: claims.usage(operation, userId, id),
    actor: 'user',
  });
  if (charged.outcome === 'insufficient') throw fail(creditErrors.insufficient_credits);
  if (charged.outcome === 'refused') throw new Error('A charge has no further steps.');
  return charged;
}
