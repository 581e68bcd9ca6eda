import { claims } from '#shared/credits/rules/credits.ts';
import type { Credits } from '#shared/credits/store/credits.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Part, Table } from '#shared/store/table.ts';
import type { CreditCosts, PaidOperation } from '#shared/values/paid-operations.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { insufficientCredits } from './insufficient-credits.ts';

type Deps = {
  credits: Pick<Credits, 'spend'>;
  creditCosts: CreditCosts;
  billingPortalUrl?: string | undefined;
};
type Work = {
  userId: AccountId;
  id: string;
  table: Pick<Table, 'transact' | 'named'>;
  parts: readonly Part[];
};

export async function chargeInTransaction(operation: PaidOperation, { userId, id, table, parts }: Work, deps: Deps): Promise<boolean> {
  const { credits, creditCosts } = deps;
  const amount = creditCosts[operation] ?? 0;
  if (amount) {
    const { outcome } = await credits.spend(userId, {
      amount,
      reason: operation,
      claim: claims.usage(operation, userId, id),
      actor: 'user',
      also: table.named(parts),
    });
    if (outcome === 'insufficient') throw insufficientCredits(deps);
    return outcome !== 'refused';
  }
  return await tookEffect(table.transact(parts));
}
