import { Anchor, Button, SegmentedControl, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useValidSearch } from '../core/use-valid-search.ts';
import { DataTable } from '../kit/data-table.tsx';
import { dayText, hourText, type Interval, intervals, rangeText } from '../kit/dates.ts';
import { Export } from '../kit/export.tsx';
import { filterSearch } from '../kit/filter.ts';
import { FilterBy, type FilterChanges, useFilters } from '../kit/filter-chips.tsx';
import { compactMoney, countText, moneyText } from '../kit/money.ts';
import { Loading, Note, Section } from '../kit/page.tsx';
import { overviewSearch } from '../kit/period-search.ts';
import { readable } from '../kit/reasons.ts';
import type { Measure, Point } from '../kit/report-rows.ts';

const DayChart = lazy(() =>
  import('../kit/day-chart.tsx').then((part) => ({ default: part.DayChart<Point> })),
);

export type Look = { kind: 'value' | 'count'; asTable: boolean };

const before = { name: 'before', color: 'gray', isDashed: true } as const;

const daysOf = ({ days }: Point): FilterChanges | null => {
  if (!days) return null;
  if (days.from === days.to) return { day: days.from };
  return { period: undefined, interval: undefined, day: undefined, ...days } as FilterChanges;
};

export function ByDay({
  points,
  currency,
  interval,
  isNet,
  change,
  beforeLabel,
  zone,
  look: [look, setLook],
}: {
  points: (measure: Measure) => Point[];
  currency: string;
  interval: Interval | 'hour';
  isNet: boolean;
  change: ((interval: Interval) => void) | null;
  beforeLabel: string | null;
  zone: string;
  look: readonly [Look, (look: Look) => void];
}) {
  const { filterBy } = useFilters();
  const { period, from, to, ...others } = useValidSearch(overviewSearch);
  const { kind, asTable } = look;
  const isValue = kind === 'value';
  const text = (exact: string | null) =>
    exact === null ? '–' : isValue ? moneyText(exact, currency) : countText(Number(exact));
  const tick = (value: number) => compactMoney(value, isValue ? currency : null);
  const shown = points(isValue ? { kind, currency } : { kind: 'count' });
  const label = isValue ? `${isNet ? 'Net value' : 'Value'} in ${currency}` : 'Conversions';
  const name = ({ at, days }: Point) => {
    if (!days) return hourText(at, zone);
    return rangeText({ from: at, to: days.to });
  };
  const isByHour = interval === 'hour';
  const head = isByHour ? 'hour' : interval;
  const isBeforeShown = beforeLabel !== null && shown.some(({ before }) => before !== null && before > 0);
  return (
    <Section
      title={`${label} by ${interval}`}
      actions={
        <>
          <SegmentedControl
            size="xs"
            aria-label="Measure"
            value={kind}
            onChange={(value) => setLook({ ...look, kind: value as Look['kind'] })}
            data={[
              { value: 'value', label: 'Value' },
              { value: 'count', label: 'Conversions' },
            ]}
          />
          {change && !isByHour && (
            <SegmentedControl
              size="xs"
              aria-label="Interval"
              value={interval}
              onChange={(value) => change(value as Interval)}
              data={intervals.map((value) => ({ value, label: readable(value) }))}
            />
          )}
          {asTable && (
            <Export
              file={`${head}s`}
              header={[
                head,
                isValue ? `${isNet ? 'net_value' : 'value'}_${currency}` : 'conversions',
                ...(beforeLabel ? ['before'] : []),
              ]}
              lines={shown.map(({ at, exact, exactBefore }) => [
                ...[at, exact],
                ...(beforeLabel ? [exactBefore] : []),
              ])}
            />
          )}
          <Button
            size="xs"
            variant="default"
            aria-pressed={asTable}
            onClick={() => setLook({ ...look, asTable: !asTable })}
          >
            {asTable ? 'Show the chart' : 'Show as a table'}
          </Button>
        </>
      }
    >
      {asTable ? (
        <DataTable
          minWidth={320}
          verticalSpacing={7}
          heads={[
            readable(head),
            [label, 'number'],
            ...(beforeLabel ? [[beforeLabel, 'number'] as const] : []),
          ]}
        >
          {shown.map((point) => {
            const to = daysOf(point);
            return (
              <Table.Tr key={point.at}>
                <Table.Td>
                  {to ? <FilterBy to={to}>{name(point)}</FilterBy> : name(point)}
                  {point.isPartial && ' (not over)'}
                </Table.Td>
                <Table.Td className="number">{point.now === null ? '–' : text(point.exact)}</Table.Td>
                {beforeLabel && <Table.Td className="number">{text(point.exactBefore)}</Table.Td>}
              </Table.Tr>
            );
          })}
        </DataTable>
      ) : (
        <Suspense fallback={<Loading height={260} />}>
          <DayChart
            points={shown}
            lines={[
              ...(isBeforeShown
                ? [{ ...before, label: beforeLabel, of: (point: Point) => point.before }]
                : []),
              { name: 'whole', label, color: 'indigo', of: ({ now }: Point) => now },
            ]}
            tick={tick}
            details={(point) => (
              <>
                <Text fz="xs" c="dimmed">
                  {name(point)}
                  {point.isPartial && ' (not over)'}
                </Text>
                <Text fw={600}>{point.now === null ? '–' : text(point.exact)}</Text>
                {beforeLabel && (
                  <Note>
                    {beforeLabel}: {text(point.exactBefore)}
                  </Note>
                )}
              </>
            )}
            short={({ at }) => (isByHour ? hourText(at, zone) : dayText(at))}
            choose={
              isByHour
                ? null
                : (point) => {
                    const to = daysOf(point);
                    if (to) filterBy(to);
                  }
            }
          />
        </Suspense>
      )}
      <Text fz="xs" c="dimmed" mt="xs">
        Days are cut in the time zone that you chose.{' '}
        {shown.some(({ isPartial }) => isPartial) &&
          `The last ${head} is not over: it is a point of its own. `}
        {isBeforeShown && `Dashed: ${beforeLabel.toLowerCase()}. `}
        {!isByHour && `Choose a ${head} to see it alone. `}
        <Anchor
          component={Link}
          to="/events"
          search={{ period, from, to, ...filterSearch(others) } as never}
          fz="xs"
        >
          See every event
        </Anchor>
      </Text>
    </Section>
  );
}
