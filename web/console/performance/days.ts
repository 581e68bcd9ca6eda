import { useQuery } from '@tanstack/react-query';
import { daysOf, type intervals, type Range, startOf, usualInterval } from '../kit/dates.ts';
import { type Row, readReport, type View } from './view.ts';

/** The limit is enough for every day of a year in several currencies. */
const maxRows = 10_000;
/** A point without a `row` has unknown spend and no value. */
export type DayPoint = {
  at: string;
  days: Range;
  isPartial: boolean;
  isAhead: boolean;
  row: Row | undefined;
};

export const intervalOf = ({ search, range }: Pick<View, 'search' | 'range'>) =>
  search.interval ?? usualInterval(range);

export const useDays = (view: View) => {
  const query = { ...view.query, group_by: intervalOf(view), limit: maxRows };
  return useQuery({
    queryKey: ['performance', 'days', query],
    queryFn: ({ signal }) => readReport(query, signal),
  });
};

export function pointsOf(
  rows: readonly Row[],
  {
    range,
    interval,
    currency,
    today,
  }: { range: Range; interval: (typeof intervals)[number]; currency: string | null; today: string },
): DayPoint[] {
  const currencyRows = rows.filter((row) => row.currency === currency || row.currency === null);
  const byStart = new Map(currencyRows.map((row) => [row.day ?? row.week ?? row.month ?? '', row]));
  const slots = Map.groupBy(daysOf(range), (day) => startOf(day, interval));
  return [...slots].map(([start, days]) => {
    const [first = '', last = ''] = [days[0], days.at(-1)];
    return {
      ...{ at: first, days: { from: first, to: last }, row: byStart.get(start) },
      ...{ isPartial: days.includes(today), isAhead: first > today },
    };
  });
}
