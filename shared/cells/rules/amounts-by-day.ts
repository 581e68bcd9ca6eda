import type { ReportDays } from '#shared/values/quarter-hours.ts';
import type { Amount, CountedCell } from './cells.ts';
import { addSigned } from './signed.ts';

/** The days are in the report's time zone. A day on which the cell changes nothing is absent. */
export function amountsByDay(cell: CountedCell, days: ReportDays): [string, Amount][] {
  const whole = days.wholeDay(cell.day);
  if (whole === undefined) return [];
  if (whole !== null) return isEmpty(cell) ? [] : [[whole, cell]];
  const byDay = new Map<string, Amount>();
  for (const { quarter, count, value } of cell.quarters) {
    const day = days.dayOfQuarter(cell.day, quarter);
    if (day === undefined) continue;
    const before = byDay.get(day) ?? { count: 0, value: '0' };
    byDay.set(day, { count: before.count + count, value: addSigned(before.value, value) });
  }
  return [...byDay].filter(([, amount]) => !isEmpty(amount));
}

const isEmpty = ({ count, value }: Amount) => count === 0 && value === '0';
