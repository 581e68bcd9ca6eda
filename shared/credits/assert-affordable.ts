import type { Credits } from '#shared/credits/store/credits.ts';
import type { CreditCosts, PaidOperation } from '#shared/values/paid-operations.ts';
import { insufficientCredits } from './insufficient-credits.ts';

export type AffordDeps = {
  credits: Pick<Credits, 'balance'>;
  /** Costs of operations, from `CREDIT_COSTS`. */
  creditCosts: CreditCosts;
  /** The page to buy credits, from `BILLING_PORTAL_URL`. */
  billingPortalUrl?: string | undefined;
};

/**
 * Rejects an operation that the balance does not cover before it starts. `chargeFor` charges after its
 * success. A free operation costs no read.
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
