import { readCells } from '#shared/cells/read-cells.ts';
import { amountsByDay } from '#shared/cells/rules/amounts-by-day.ts';
import { nameOf } from '#shared/cells/rules/cells.ts';
import type { CellStates } from '#shared/cells/store/cell-states.ts';
import type { Cells } from '#shared/cells/store/cells.ts';
import { spendOf } from '#shared/spend/rules/difference.ts';
import type { SpendDays } from '#shared/spend/store/spend-days.ts';
import { reportDays } from '#shared/values/quarter-hours.ts';
import { addToMonth, daysOfMonth, type MonthRef, type MonthTotals } from './rules/months.ts';

export type MonthTotalDeps = {
  cells: Cells;
  cellStates: CellStates;
  spendDays: Pick<SpendDays, 'between'>;
};

/** Counters and rows of spend that may still be read. */
export type ReadBudget = { remaining: number };
export const listBudget = (): ReadBudget => ({ remaining: 300_000 });

/**
 * The figures of reports for a month by the time of the event: conversions that an ad earned, their value and net, and
 * spend. Returns null if they are beyond the budget.
 */
export async function monthTotals(
  { accountId, environment, month }: MonthRef,
  { timeZone, eventType }: { timeZone: string; eventType: string },
  deps: MonthTotalDeps,
  budget: ReadBudget,
): Promise<MonthTotals | null> {
  const totals: MonthTotals = {};
  const { from, to } = daysOfMonth(month);
  const days = reportDays(from, to, timeZone);
  const span = { from: days.firstUtcDay, to: days.lastUtcDay };
  for (const series of ['occurred', 'net_occurred'] as const)
    for await (const cell of readCells({ accountId, environment }, series, span, deps)) {
      if (--budget.remaining < 0) return null;
      if (nameOf(cell.names, 'event_type') !== eventType) continue;
      for (const [, amount] of amountsByDay(cell, days))
        addToMonth(totals, nameOf(cell.names, 'currency'), {
          ...(series === 'occurred' && { conversions: amount.count, value: amount.value }),
          net: amount.value,
        });
    }
  for await (const { currency, rows } of deps.spendDays.between(accountId, environment, from, to)) {
    budget.remaining -= rows.length;
    if (budget.remaining < 0) return null;
    addToMonth(totals, currency, { spend: spendOf(rows) });
  }
  return totals;
}
