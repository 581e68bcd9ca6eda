import type { Decimal } from '#shared/values/decimal.ts';
import type { ReportDays } from '#shared/values/quarter-hours.ts';
import type { ActivityCell } from './activity.ts';

export type Counter = Pick<ActivityCell, 'day' | 'metric' | 'detail'> & { count: number; value?: Decimal };
type DayCounter = Counter & {
  quarters: ReadonlyMap<number, number>;
  quarterValues?: ReadonlyMap<number, Decimal>;
};
const noon = 48;

export function* countersByDay(counters: Iterable<DayCounter>, days: ReportDays): Generator<Counter> {
  for (const { quarters, quarterValues, value, ...counter } of counters) {
    const whole = days.wholeDay(counter.day);
    if (whole !== null) {
      if (whole !== undefined) yield { ...counter, day: whole, ...(value !== undefined && { value }) };
      continue;
    }
    let rest = counter.count;
    for (const [quarter, count] of quarters) {
      rest -= count;
      const day = days.dayOfQuarter(counter.day, quarter);
      const part = quarterValues?.get(quarter);
      if (day !== undefined) yield { ...counter, day, count, ...(part !== undefined && { value: part }) };
    }
    // Counters of versions without quarter hours count at noon, UTC.
    const day = rest > 0 ? days.dayOfQuarter(counter.day, noon) : undefined;
    if (day !== undefined) yield { ...counter, day, count: rest };
  }
}
