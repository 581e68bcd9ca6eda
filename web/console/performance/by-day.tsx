import { Button, SegmentedControl, Table, Text } from '@mantine/core';
import { lazy, Suspense, useRef, useState } from 'react';
import { DataTable } from '../kit/data-table.tsx';
import { dayCount, dayIn, dayText, intervals } from '../kit/dates.ts';
import { download } from '../kit/download.ts';
import { Export } from '../kit/export.tsx';
import { FilterBy } from '../kit/filter-chips.tsx';
import { approximate, moneyText } from '../kit/money.ts';
import { Loading, Section } from '../kit/page.tsx';
import { readable } from '../kit/reasons.ts';
import { type DayPoint, intervalOf, pointsOf } from './days.ts';
import { returnText } from './texts.ts';
import { mainOf } from './tiles.tsx';
import type { Report, Row, View } from './view.ts';

const DayChart = lazy(() =>
  import('../kit/day-chart.tsx').then((part) => ({ default: part.DayChart<DayPoint> })),
);

const looks = { money: 'Value and spend', return: 'Return' } as const;
type Look = keyof typeof looks;

export function ByDay({ view, report, totals }: { view: View; report: Report; totals: readonly Row[] }) {
  const [look, setLook] = useState<Look>('money');
  const [isTable, setIsTable] = useState(false);
  const chart = useRef<HTMLDivElement>(null);
  const { range, zone, change } = view;
  const interval = intervalOf(view);
  const currency = mainOf(totals).main?.currency ?? null;
  const points = pointsOf(report.rows, { range, interval, currency, today: dayIn(zone, Date.now()) });
  const money = (exact: string | null | undefined) =>
    exact === null || exact === undefined ? '–' : currency ? moneyText(exact, currency) : exact;
  const ratio = (exact: string | null | undefined) => (exact ? returnText(exact) : '–');
  const valueAt = ({ isAhead, row }: DayPoint) => (isAhead ? null : (row?.value ?? '0'));
  const name = ({ at, days }: DayPoint) =>
    days.from === days.to ? dayText(at) : `${dayText(at)} to ${dayText(days.to)}`;
  const daysFilter = ({ days }: DayPoint) =>
    days.from === days.to
      ? { day: days.from }
      : { period: undefined, interval: undefined, day: undefined, ...days };
  const tick = (value: number) =>
    look === 'return'
      ? returnText(String(value))
      : new Intl.NumberFormat(undefined, {
          ...{ notation: 'compact', maximumFractionDigits: 2, minimumFractionDigits: 0 },
          ...(currency && { style: 'currency', currency }),
        }).format(value);
  const numberOf = (exact: string | null | undefined) =>
    exact === null || exact === undefined ? null : approximate(exact);
  const title = look === 'return' ? 'Return' : `Value and spend${currency ? ` in ${currency}` : ''}`;
  const file = `performance-${interval}s-${range.from}-${range.to}`;
  return (
    <Section
      title={`${title} by ${interval}`}
      actions={
        <>
          <SegmentedControl
            size="xs"
            aria-label="Measure"
            value={look}
            onChange={(value) => setLook(value as Look)}
            data={Object.entries(looks).map(([value, label]) => ({ value, label }))}
          />
          {dayCount(range) > 13 && (
            <SegmentedControl
              size="xs"
              aria-label="Interval"
              value={interval}
              onChange={(value) => change({ interval: value as (typeof intervals)[number] })}
              data={intervals.map((value) => ({ value, label: readable(value) }))}
            />
          )}
          {isTable ? (
            <Export
              file={file}
              header={[interval, 'currency', 'value', 'spend', 'return_on_ad_spend']}
              lines={points.map((point) => [
                ...[point.at, currency, valueAt(point)],
                ...[point.row?.spend ?? null, point.row?.return_on_ad_spend ?? null],
              ])}
            />
          ) : (
            <Button
              size="xs"
              variant="default"
              onClick={async () => {
                const { pictureOf } = await import('../kit/chart-picture.ts');
                const lines = look === 'return' ? returnLines : moneyLines;
                if (chart.current)
                  download(
                    `adtrail-${file}.png`,
                    await pictureOf(chart.current, {
                      title: `${title} by ${interval}, ${dayText(range.from)} to ${dayText(range.to)}`,
                      legend: lines.map(({ label, color }) => ({ label, color })),
                    }),
                  );
              }}
            >
              Save as a picture
            </Button>
          )}
          <Button size="xs" variant="default" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
            {isTable ? 'Show the chart' : 'Show as a table'}
          </Button>
        </>
      }
    >
      {isTable ? (
        <DataTable
          minWidth={320}
          verticalSpacing={7}
          label="Table of days"
          heads={[readable(interval), ['Value', 'number'], ['Spend', 'number'], ['Return', 'number']]}
        >
          {points.map((point) => (
            <Table.Tr key={point.at}>
              <Table.Td>
                <FilterBy to={daysFilter(point)}>{name(point)}</FilterBy>
                {point.isPartial && ' (not over)'}
              </Table.Td>
              <Table.Td className="number">{money(valueAt(point))}</Table.Td>
              <Table.Td className="number">{money(point.row?.spend)}</Table.Td>
              <Table.Td className="number">{ratio(point.row?.return_on_ad_spend)}</Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      ) : (
        <Suspense fallback={<Loading height={260} />}>
          <div ref={chart}>
            <DayChart
              points={points}
              lines={
                look === 'return'
                  ? returnLines.map((line) => ({
                      ...line,
                      of: ({ row }) => numberOf(row?.return_on_ad_spend),
                    }))
                  : moneyLines.map((line) => ({
                      ...line,
                      of: (point) => numberOf(line.name === 'value' ? valueAt(point) : point.row?.spend),
                    }))
              }
              short={({ at }) => dayText(at)}
              tick={tick}
              choose={(point) => change(daysFilter(point))}
              details={(point) => (
                <>
                  <Text fz="xs" c="dimmed">
                    {name(point)}
                    {point.isPartial && ' (not over)'}
                  </Text>
                  <Text fz="sm" fw={600}>
                    Value {money(valueAt(point))}
                  </Text>
                  <Text fz="sm">Spend {point.row?.spend ? money(point.row.spend) : 'unknown'}</Text>
                  <Text fz="sm">Return {ratio(point.row?.return_on_ad_spend)}</Text>
                </>
              )}
            />
          </div>
        </Suspense>
      )}
      <Text fz="xs" c="dimmed" mt="xs">
        {look === 'money' && !isTable && (
          <>
            <Key color="indigo" /> Value, <Key color="orange" /> spend.{' '}
          </>
        )}
        {view.search.basis === 'occurred'
          ? 'Conversions are on the day on which they happened. '
          : 'Conversions are on the day of their click. '}
        {points.some(({ row, isPartial }) => row && row.spend === null && !isPartial) &&
          'A gap is a day whose spend is unknown. '}
        {points.some(({ isPartial }) => isPartial) &&
          `The last ${interval} is not over: it is drawn dotted. `}
        Choose a {interval} to see it alone.
      </Text>
    </Section>
  );
}

const moneyLines = [
  { name: 'value', label: 'Value', color: 'indigo' },
  { name: 'spend', label: 'Spend', color: 'orange' },
] as const;
const returnLines = [{ name: 'return', label: 'Return', color: 'indigo' }] as const;

const Key = ({ color }: { color: 'indigo' | 'orange' }) => (
  <span className="key" style={{ background: `var(--mantine-color-${color}-6)` }} aria-hidden="true" />
);
