import { SegmentedControl, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { dayCount, dayIn, dayText, intervals, rangeText } from '../kit/dates.ts';
import { download } from '../kit/download.ts';
import { Export } from '../kit/export.tsx';
import { FilterBy } from '../kit/filter-chips.tsx';
import { approximate, compactMoney, moneyText, returnText } from '../kit/money.ts';
import { Loading, Section } from '../kit/page.tsx';
import { readable } from '../kit/reasons.ts';
import { type DayPoint, intervalOf, pointsOf } from './days.ts';
import { titleOf } from './texts.ts';
import { mainOf } from './tiles.tsx';
import type { Report, Row, View } from './view.ts';

const DayChart = lazy(() =>
  import('../kit/day-chart.tsx').then((part) => ({ default: part.DayChart<DayPoint> })),
);

const looks = ['money', 'return'] as const;
type Look = (typeof looks)[number];

export function ByDay({ view, report, totals }: { view: View; report: Report; totals: readonly Row[] }) {
  const [look, setLook] = useState<Look>('money');
  const [isTable, setIsTable] = useState(false);
  const chart = useRef<HTMLDivElement>(null);
  const { range, zone, change, isNet } = view;
  const names = { value: titleOf('value', isNet), ret: titleOf('return_on_ad_spend', isNet) };
  const titles: Record<Look, string> = { money: `${names.value} and spend`, return: names.ret };
  const interval = intervalOf(view);
  const currency = mainOf(totals).main?.currency ?? null;
  const points = pointsOf(report.rows, { range, interval, currency, today: dayIn(zone, Date.now()) });
  const money = (exact: string | null | undefined) =>
    exact === null || exact === undefined ? '–' : currency ? moneyText(exact, currency) : exact;
  const ratio = (exact: string | null | undefined) => (exact ? returnText(exact) : '–');
  const valueAt = ({ isAhead, row }: DayPoint) => (isAhead ? null : (row?.value ?? '0'));
  const name = ({ at, days }: DayPoint) => rangeText({ from: at, to: days.to });
  const daysFilter = ({ days }: DayPoint) =>
    days.from === days.to
      ? { day: days.from }
      : { period: undefined, interval: undefined, day: undefined, ...days };
  const tick = (value: number) =>
    look === 'return' ? returnText(String(value)) : compactMoney(value, currency);
  const numberOf = (exact: string | null | undefined) =>
    exact === null || exact === undefined ? null : approximate(exact);
  const figureOf = {
    value: (point: DayPoint) => numberOf(valueAt(point)),
    spend: ({ row }: DayPoint) => numberOf(row?.spend),
    return: ({ row }: DayPoint) => numberOf(row?.return_on_ad_spend),
  };
  const title = `${titles[look]}${look === 'money' && currency ? ` in ${currency}` : ''}`;
  const lines =
    look === 'return'
      ? [{ ...returnLine, label: names.ret }]
      : [{ ...valueLine, label: names.value }, spendLine];
  const { target_return: target } = report;
  const file = `performance-${interval}s-${range.from}-${range.to}`;
  const picture = useMutation({
    async mutationFn() {
      const { pictureOf } = await import('../kit/chart-picture.ts');
      if (!chart.current) return;
      const content = await pictureOf(chart.current, {
        title: `${title} by ${interval}, ${rangeText(range)}`,
        legend: lines.map(({ label, color }) => ({ label, color })),
      });
      download(`adtrail-${file}.png`, content);
    },
  });
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
            data={looks.map((value) => ({ value, label: titles[value] }))}
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
              header={[
                ...[interval, 'currency', isNet ? 'net_value' : 'value', 'spend'],
                isNet ? 'net_return' : 'return_on_ad_spend',
              ]}
              lines={points.map((point) => [
                ...[point.at, currency, valueAt(point)],
                ...[point.row?.spend ?? null, point.row?.return_on_ad_spend ?? null],
              ])}
            />
          ) : (
            <Button size="xs" variant="default" onClick={() => picture.mutateAsync()}>
              Save as a picture
            </Button>
          )}
          <Button size="xs" variant="default" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
            {isTable ? 'Show the chart' : 'Show as a table'}
          </Button>
        </>
      }
    >
      {picture.isError && (
        <Text fz="xs" c="var(--bad)" role="alert">
          Not saved: {picture.error.message}
        </Text>
      )}
      {isTable ? (
        <DataTable
          minWidth={320}
          verticalSpacing={7}
          label="Table of days"
          heads={[readable(interval), [names.value, 'number'], ['Spend', 'number'], [names.ret, 'number']]}
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
              lines={lines.map((line) => ({ ...line, of: (point: DayPoint) => figureOf[line.name](point) }))}
              short={({ at }) => dayText(at)}
              tick={tick}
              choose={(point) => change(daysFilter(point))}
              level={
                look === 'return'
                  ? {
                      at: Number(target ?? '1'),
                      label: target ? `Target ${returnText(target)}` : 'Break-even',
                    }
                  : undefined
              }
              details={(point) => (
                <>
                  <Text fz="xs" c="dimmed">
                    {name(point)}
                    {point.isPartial && ' (not over)'}
                  </Text>
                  <Text fz="sm" fw={600}>
                    {names.value} {money(valueAt(point))}
                  </Text>
                  <Text fz="sm">Spend {point.row?.spend ? money(point.row.spend) : 'unknown'}</Text>
                  <Text fz="sm">
                    {names.ret} {ratio(point.row?.return_on_ad_spend)}
                  </Text>
                </>
              )}
            />
          </div>
        </Suspense>
      )}
      <Text fz="xs" c="dimmed" mt="xs">
        {look === 'money' && !isTable && (
          <>
            <Key color="indigo" /> {names.value}, <Key color="orange" /> spend.{' '}
          </>
        )}
        {view.search.basis === 'occurred'
          ? 'Conversions are on the day on which they happened. '
          : 'Conversions are on the day of their click. '}
        {points.some(({ row, isPartial }) => row && row.spend === null && !isPartial) &&
          'A gap is a day whose spend is unknown. '}
        {points.some(({ isPartial }) => isPartial) &&
          `The last ${interval} is not over: it is a point of its own. `}
        Choose a {interval} to see it alone.
      </Text>
    </Section>
  );
}

const valueLine = { name: 'value', color: 'indigo' } as const;
const spendLine = { name: 'spend', label: 'Spend', color: 'orange' } as const;
const returnLine = { name: 'return', color: 'indigo' } as const;

const Key = ({ color }: { color: 'indigo' | 'orange' }) => (
  <span className="key" style={{ background: `var(--mantine-color-${color}-6)` }} aria-hidden="true" />
);
