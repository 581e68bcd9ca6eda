import type { Credits } from '#shared/credits/store/credits.ts';
import { fail } from '#shared/values/errors.ts';
import type { CreditCosts, PaidOperation } from '#shared/values/paid-operations.ts';

export type AffordDeps = {
  credits: Pick<Credits, 'balance'>;
  /** What operations cost; `CREDIT_COSTS`. */
  creditCosts: CreditCosts;
};

/**
 * Refuses an operation that the balance does not cover, before anything starts; the charge follows when it succeeds
 * (`chargeFor`). Costs no read when the operation is free.
 */
export async function assertAffordable(
  operation: PaidOperation,
  userId: number,
  { credits, creditCosts }: AffordDeps,
): Promise<void> {
  const cost = creditCosts[operation] ?? 0;
  if (cost && (await credits.balance(userId)).balance < cost) throw fail('insufficient_credits');
}
