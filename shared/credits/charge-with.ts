import { claims } from '#shared/credits/rules/credits.ts';
import type { Credits } from '#shared/credits/store/credits.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Part, Table } from '#shared/store/table.ts';
import { fail } from '#shared/values/errors.ts';
import type { CreditCosts, PaidOperation } from '#shared/values/paid-operations.ts';

type Deps = { credits: Pick<Credits, 'spend'>; creditCosts: CreditCosts };
type Work = { userId: number; id: string; table: Pick<Table, 'transact' | 'named'>; parts: readonly Part[] };

/**
 * Stores the result of an operation and charges its cost in one transaction, across tables: no charge without a result,
 * and no result without a charge. `id` names what is charged for; `parts` are steps on `table`. Whether it was done:
 * `false` when a condition of `parts` failed. Fails with `insufficient_credits` when the balance does not cover it.
 */
export async function chargeWith(
  operation: PaidOperation,
  { userId, id, table, parts }: Work,
  { credits, creditCosts }: Deps,
): Promise<boolean> {
  const amount = creditCosts[operation] ?? 0;
  if (amount) {
    const { outcome } = await credits.spend(userId, {
      amount,
      reason: operation,
      claim: claims.usage(operation, userId, id),
      actor: 'user',
      also: table.named(parts),
    });
    if (outcome === 'insufficient') throw fail('insufficient_credits');
    return outcome !== 'refused';
  }
  return await tookEffect(table.transact(parts));
}
