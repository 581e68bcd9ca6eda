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

/**
 * The figures of reports for a month by the time of the event: conversions that an ad earned, their value and net, and spend.
 * Returns null if the month has more than `maxCells` counters and rows of spend.
 */
export async function monthTotals(
  { accountId, environment, month }: MonthRef,
  { timeZone, eventType }: { timeZone: string; eventType: string },
  deps: MonthTotalDeps,
  maxCells = maxCellsOfMonth,
): Promise<MonthTotals | null> {
  const totals: MonthTotals = {};
  const { from, to } = daysOfMonth(month);
  const days = reportDays(from, to, timeZone);
  const span = { from: days.firstUtcDay, to: days.lastUtcDay };
  let count = 0;
  for (const series of ['occurred', 'net_occurred'] as const)
    for await (const cell of readCells({ accountId, environment }, series, span, deps)) {
      if (++count > maxCells) return null;
      if (nameOf(cell.names, 'event_type') !== eventType) continue;
      for (const [, amount] of amountsByDay(cell, days))
        addToMonth(totals, nameOf(cell.names, 'currency'), {
          ...(series === 'occurred' && { conversions: amount.count, value: amount.value }),
          net: amount.value,
        });
    }
  for await (const { currency, rows } of deps.spendDays.between(accountId, environment, from, to)) {
    count += rows.length;
    if (count > maxCells) return null;
    addToMonth(totals, currency, { spend: spendOf(rows) });
  }
  return totals;
}

export const maxCellsOfMonth = 100_000;
