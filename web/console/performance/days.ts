import { useQuery } from '@tanstack/react-query';
import { dayIn, daysOf, type Interval, type Range, startOf, usualInterval } from '../kit/dates.ts';
import { approximate, compactMoney, moneyText, returnText } from '../kit/money.ts';
import { titleOf } from './texts.ts';
import { mainOf } from './tiles.tsx';
import { type Report, type Row, readReport, type View } from './view.ts';

/** The limit is enough for every day of a year in several currencies. */
const maxRows = 10_000;
/** A point without a `row` has unknown spend and no value. */
export type ReportPoint = {
  at: string;
  days: Range;
  isPartial: boolean;
  isAhead: boolean;
  row: Row | undefined;
};

export const intervalOf = ({ search, range }: Pick<View, 'search' | 'range'>) => search.interval ?? usualInterval(range);

export const useDays = (view: View) => {
  const query = { ...view.query, group_by: intervalOf(view), limit: maxRows };
  return useQuery({
    queryKey: ['performance', 'days', query],
    queryFn: ({ signal }) => readReport(query, signal),
  });
};

/** The page draws the days of all ads, the drawer the days of one ad. */
export function daysOfReport(view: View, { rows }: Report, totals: readonly Row[], interval: Interval = intervalOf(view)) {
  const { range, zone, isNet } = view;
  const currency = mainOf(totals).main?.currency ?? null;
  const money = (exact: string) => (currency ? moneyText(exact, currency) : exact);
  const figure = (
    name: string,
    of: 'value' | 'spend' | 'return_on_ad_spend',
    textOf: (exact: string) => string,
    exact: (point: ReportPoint) => string | null,
  ) => ({
    name,
    exact,
    label: titleOf(of, isNet),
    color: of === 'spend' ? ('orange' as const) : ('indigo' as const),
    text: (point: ReportPoint) => textOrDash(exact(point), textOf),
    of: (point: ReportPoint) => numberOf(exact(point)),
  });
  const value = figure(isNet ? 'net_value' : 'value', 'value', money, ({ isAhead, row }) => (isAhead ? null : (row?.value ?? '0')));
  const spend = figure('spend', 'spend', money, ({ row }) => row?.spend ?? null);
  const ret = figure(
    isNet ? 'net_return' : 'return_on_ad_spend',
    'return_on_ad_spend',
    returnText,
    ({ row }) => row?.return_on_ad_spend ?? null,
  );
  return {
    currency,
    points: pointsOf(rows, { range, interval, currency, today: dayIn(zone, Date.now()) }),
    figures: [value, spend, ret],
    money: [value, spend],
    ret,
    tick: (amount: number) => compactMoney(amount, currency),
  };
}

const textOrDash = (exact: string | null, textOf: (exact: string) => string) => (exact === null ? '–' : textOf(exact));
const numberOf = (exact: string | null) => (exact === null ? null : approximate(exact));

function pointsOf(
  rows: readonly Row[],
  { range, interval, currency, today }: { range: Range; interval: Interval; currency: string | null; today: string },
): ReportPoint[] {
  const currencyRows = rows.filter((row) => row.currency === currency || row.currency === null);
  const byStart = new Map(currencyRows.map((row) => [row.day ?? row.week ?? row.month ?? '', row]));
  const slots = Map.groupBy(daysOf(range), (day) => startOf(day, interval));
  return [...slots].map(([start, days]) => {
    const [first = '', last = ''] = [days[0], days.at(-1)];
    return {
      at: first,
      days: { from: first, to: last },
      row: byStart.get(start),
      isPartial: days.includes(today),
      isAhead: first > today,
    };
  });
}
