import type { Credits } from '#shared/credits/store/credits.ts';
import type { CreditCosts, PaidOperation } from '#shared/values/paid-operations.ts';
import { insufficientCredits } from './insufficient-credits.ts';

export type AffordDeps = {
  credits: Pick<Credits, 'balance'>;
  /** What operations cost; `CREDIT_COSTS`. */
  creditCosts: CreditCosts;
  /** Where credits are bought; `BILLING_PORTAL_URL`. */
  billingPortalUrl?: string | undefined;
};

/**
 * Refuses an operation that the balance does not cover, before anything starts; the charge follows when it succeeds
 * (`chargeFor`). Costs no read when the operation is free.
 */
export async function assertAffordable(
  operation: PaidOperation,
  userId: number,
  deps: AffordDeps,
): Promise<void> {
  const { credits, creditCosts } = deps;
  const cost = creditCosts[operation] ?? 0;
  if (cost && (await credits.balance(userId)).balance < cost) throw insufficientCredits(deps);
}
