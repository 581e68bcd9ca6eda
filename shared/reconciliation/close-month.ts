import { activity } from '#shared/activity/activity.ts';
import { fail } from '#shared/values/errors.ts';
import { monthIn } from '#shared/values/zone-calendar.ts';
import type { ReconciliationDeps } from './deps.ts';
import { reconciliationErrors } from './errors.ts';
import { monthComparer } from './month-comparison.ts';
import { listBudget, type MonthTotalDeps, monthTotals } from './month-totals.ts';
import { fullestOf, type MonthRef, type ReconciledMonth } from './rules/months.ts';
import type { Reconciliation } from './rules/reconciliations.ts';
import type { ReconciledMonths } from './store/months.ts';

export type MonthDeps = Pick<ReconciliationDeps, 'now' | 'reconciliations' | 'parts'> & MonthTotalDeps & { months: ReconciledMonths };

/** Months are compared by the newest reconciliations alone. */
const maxReconciliations = 100;

export async function reconciliationsOfMonths(
  { accountId, environment }: Pick<MonthRef, 'accountId' | 'environment'>,
  { reconciliations }: Pick<MonthDeps, 'reconciliations'>,
): Promise<Reconciliation[]> {
  const page = { before: undefined, limit: maxReconciliations };
  return (await reconciliations.page(accountId, environment, page)).reconciliations;
}

/**
 * Stamps the month with its comparison and its totals, which are null beyond the budget of a request. It refuses no
 * later change. The call is idempotent: a closed month keeps its stamp. Throws 409 `month_not_compared` and `month_not_over`.
 */
export async function closeMonth(of: MonthRef, reason: string | null, deps: MonthDeps): Promise<ReconciledMonth> {
  const stored = await deps.months.one(of);
  if (stored?.state === 'closed') return stored;
  const reconciliation = fullestOf(of.month, await reconciliationsOfMonths(of, deps));
  if (!reconciliation) throw fail(reconciliationErrors.month_not_compared);
  if (of.month >= monthIn(reconciliation.timeZone, deps.now())) throw fail(reconciliationErrors.month_not_over);
  const comparison = await monthComparer(reconciliation, deps)(of.month);
  const totals = await monthTotals(of, comparison, deps, listBudget());
  const effect = await activity('month_closed', of.accountId, {
    month: of.month,
    environment: of.environment,
    reconciliation_id: reconciliation.id,
    // Differences that were not counted are not none.
    ...(comparison.differences !== null && { differences: comparison.differences }),
  });
  const closed = { at: effect.at, by: effect.actor, reason, comparison, totals };
  const after = { ...of, state: 'closed' as const, closed, reopened: stored?.reopened ?? null };
  return (await deps.months.change(stored, after, [effect])) ?? (await storedMonth(of, deps));
}

/** The call is idempotent: a month that is reopened keeps its reason. Throws 409 `month_not_closed`. */
export async function reopenMonth(of: MonthRef, reason: string, deps: MonthDeps): Promise<ReconciledMonth> {
  const stored = await deps.months.one(of);
  if (!stored) throw fail(reconciliationErrors.month_not_closed);
  if (stored.state === 'reopened') return stored;
  const effect = await activity('month_reopened', of.accountId, {
    month: of.month,
    environment: of.environment,
  });
  const reopened = { at: effect.at, by: effect.actor, reason };
  const after = { ...stored, state: 'reopened' as const, reopened };
  return (await deps.months.change(stored, after, [effect])) ?? (await storedMonth(of, deps));
}

/** A request that lost a race returns what the other request stored. */
async function storedMonth(of: MonthRef, { months }: Pick<MonthDeps, 'months'>): Promise<ReconciledMonth> {
  const stored = await months.one(of);
  if (!stored) throw new Error(`${of.month} was changed and is not stored.`);
  return stored;
}
