import { monthIn } from '#shared/values/zone-calendar.ts';
import { type MonthDeps, reconciliationsOfMonths } from './close-month.ts';
import { monthComparer } from './month-comparison.ts';
import { listBudget, monthTotals, type ReadBudget } from './month-totals.ts';
import {
  changesOfMonth,
  fullestOf,
  type MonthComparison,
  type MonthRef,
  type MonthTotals,
  monthsOf,
  type ReconciledMonth,
} from './rules/months.ts';
import type { Reconciliation } from './rules/reconciliations.ts';

export type ListedMonth = {
  month: string;
  stored: ReconciledMonth | null;
  /** The comparison that closing would take now. */
  latest: MonthComparison | null;
  /** The month is over in the time zone of its comparison. */
  isOver: boolean;
  /** Changes since the month was closed; null if it is not closed, or too much would have to be read. */
  changes: MonthTotals | null;
};

/** Months that were closed, and months of the newest reconciliations; newest first. */
export async function listMonths(
  of: Pick<MonthRef, 'accountId' | 'environment'>,
  { limit, before }: { limit: number; before: string | undefined },
  deps: MonthDeps,
): Promise<{ months: ListedMonth[]; next: string | null }> {
  const [stored, reconciliations] = await Promise.all([deps.months.all(of.accountId, of.environment), reconciliationsOfMonths(of, deps)]);
  const storedMonths = new Map(stored.map((month) => [month.month, month]));
  const completed = reconciliations.filter(({ status }) => status === 'completed');
  const names = [...new Set([...storedMonths.keys(), ...completed.flatMap(monthsOf)])]
    .filter((month) => before === undefined || month < before)
    .sort()
    .reverse();
  const reading = { completed, comparers: comparersOf(deps), budget: listBudget() };
  const months: ListedMonth[] = [];
  for (const month of names.slice(0, limit)) months.push(await listedMonth(storedMonths.get(month) ?? null, month, reading, deps));
  return { months, next: names.length > limit ? (names[limit - 1] ?? null) : null };
}

function comparersOf(deps: Pick<MonthDeps, 'parts'>) {
  const comparers = new Map<string, ReturnType<typeof monthComparer>>();
  return (reconciliation: Reconciliation) => {
    const comparer = comparers.get(reconciliation.id) ?? monthComparer(reconciliation, deps);
    comparers.set(reconciliation.id, comparer);
    return comparer;
  };
}

/** The answer to a change of a month has the same facts as the list. */
export async function monthFacts(stored: ReconciledMonth, deps: MonthDeps): Promise<ListedMonth> {
  const completed = await reconciliationsOfMonths(stored, deps);
  const reading = { completed, comparers: comparersOf(deps), budget: listBudget() };
  return await listedMonth(stored, stored.month, reading, deps);
}

type Reading = {
  completed: readonly Reconciliation[];
  comparers: ReturnType<typeof comparersOf>;
  budget: ReadBudget;
};

async function listedMonth(
  stored: ReconciledMonth | null,
  month: string,
  { completed, comparers, budget }: Reading,
  deps: MonthDeps,
): Promise<ListedMonth> {
  const fullest = fullestOf(month, completed);
  const latest = fullest && (await comparers(fullest)(month));
  const timeZone = latest?.timeZone ?? stored?.closed.comparison.timeZone ?? 'UTC';
  const isOver = month < monthIn(timeZone, deps.now());
  return { month, stored, latest, isOver, changes: stored && (await changesSince(stored, budget, deps)) };
}

async function changesSince(month: ReconciledMonth, budget: ReadBudget, deps: MonthDeps): Promise<MonthTotals | null> {
  if (month.state !== 'closed') return null;
  const { comparison, totals } = month.closed;
  if (!totals) return null;
  const current = await monthTotals(month, comparison, deps, budget);
  return current && changesOfMonth(totals, current);
}
