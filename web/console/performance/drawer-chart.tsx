import { Text } from '@mantine/core';
import { dayIn, dayText, rangeText } from '../kit/dates.ts';
import { DayChart } from '../kit/day-chart.tsx';
import { approximate, compactMoney, moneyText } from '../kit/money.ts';
import { type DayPoint, intervalOf, pointsOf } from './days.ts';
import { titleOf } from './texts.ts';
import { mainOf } from './tiles.tsx';
import type { Report, View } from './view.ts';

/** Draws the days of one ad as the page draws the days of all ads. */
export function DrawerChart({ view, report }: { view: View; report: Report }) {
  const { range, zone, isNet, change } = view;
  const currency = mainOf(report.totals).main?.currency ?? null;
  const interval = intervalOf({ ...view, search: { ...view.search, interval: 'day' } });
  const points = pointsOf(report.rows, { range, interval, currency, today: dayIn(zone, Date.now()) });
  const money = (exact: string) => (currency ? moneyText(exact, currency) : exact);
  const valueAt = ({ isAhead, row }: DayPoint) => (isAhead ? null : (row?.value ?? '0'));
  const numberOf = (exact: string | null | undefined) => (exact == null ? null : approximate(exact));
  return (
    <DayChart<DayPoint>
      points={points}
      lines={[
        {
          ...{ name: 'value', label: titleOf('value', isNet), color: 'indigo' },
          of: (point) => numberOf(valueAt(point)),
        },
        { name: 'spend', label: 'Spend', color: 'orange', of: ({ row }) => numberOf(row?.spend) },
      ]}
      short={({ at }) => dayText(at)}
      tick={(value) => compactMoney(value, currency)}
      choose={(point) => change({ day: point.days.from })}
      details={(point) => (
        <>
          <Text fz="xs" c="dimmed">
            {rangeText(point.days)}
          </Text>
          <Text fz="sm" fw={600}>
            {titleOf('value', isNet)} {money(valueAt(point) ?? '0')}
          </Text>
          <Text fz="sm">Spend {point.row?.spend ? money(point.row.spend) : 'unknown'}</Text>
        </>
      )}
    />
  );
}
