import { monotonic } from '#shared/store/lease-watch.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { renewAfterMs } from './rules/spend-runs.ts';
import type { SpendImports } from './store/spend-imports.ts';

/** Another worker ended the run, because its owner did not renew it in time. */
export class RunEnded extends Error {
  override name = 'RunEnded';
}

/** The owner calls this before each step, so that a step never begins in an expired lease. */
export function holdRun(
  accountId: AccountId,
  run: string,
  { spendImports, elapsed = monotonic }: { spendImports: Pick<SpendImports, 'renew'>; elapsed?(): number },
): () => Promise<void> {
  let renewedAt = elapsed();
  return async () => {
    if (elapsed() - renewedAt < renewAfterMs) return;
    if (!(await spendImports.renew(accountId, run))) throw new RunEnded(`The run ${run} has ended.`);
    renewedAt = elapsed();
  };
}
