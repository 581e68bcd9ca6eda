import type { Credits } from '#shared/credits/store/credits.ts';
import type { CreditCosts, PaidOperation } from '#shared/values/paid-operations.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { insufficientCredits } from './insufficient-credits.ts';

export type AffordDeps = {
  credits: Pick<Credits, 'balance'>;
  creditCosts: CreditCosts;
  billingPortalUrl?: string | undefined;
};

export async function assertAffordable(operation: PaidOperation, accountId: AccountId, deps: AffordDeps): Promise<void> {
  const { credits, creditCosts } = deps;
  const cost = creditCosts[operation] ?? 0;
  if (cost && (await credits.balance(accountId)).balance < cost) throw insufficientCredits(deps);
}
