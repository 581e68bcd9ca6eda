import { Button, SegmentedControl, Text } from '@mantine/core';
import { lazy, type ReactNode, type Ref, Suspense } from 'react';
import type { Rows } from '#shared/values/csv.ts';
import { type Column, RowTable } from './data-table.tsx';
import { dayText, hourText, type Interval, intervals, type Range, rangeText } from './dates.ts';
import type { DayChart as Chart, Line } from './day-chart.tsx';
import { Export } from './export.tsx';
import { FilterBy, type FilterChanges, useFilters } from './filter-chips.tsx';
import { Loading, Section } from './page.tsx';
import { readable } from './reasons.ts';

type Cell = Rows[number][number];

/** A point without days (`null`) is an hour. */
export type DayPoint = { at: string; days: Range | null; isPartial: boolean };

/** A figure is a column of the table and of the file, and a line of the chart's tooltip. */
export type DayFigure<P> = {
  label: string;
  name: string;
  text: (point: P) => string;
  exact: (point: P) => Cell;
};

const DayChart = lazy(() => import('./day-chart.tsx').then((part) => ({ default: part.DayChart }))) as unknown as typeof Chart;

const filterOf = ({ days }: DayPoint): FilterChanges | null => {
  if (!days) return null;
  if (days.from === days.to) return { day: days.from };
  return { period: undefined, interval: undefined, day: undefined, ...days } as FilterChanges;
};

type Charted<P> = {
  points: readonly P[];
  lines: readonly Line<P>[];
  figures: readonly DayFigure<P>[];
  tick: (value: number) => string;
  zone: string;
  level?: { at: number; label: string } | undefined;
};

export function DaysChart<P extends DayPoint>({ zone, figures, ...chart }: Charted<P>) {
  const { filterBy } = useFilters();
  return (
    <Suspense fallback={<Loading height={260} />}>
      <DayChart<P>
        {...chart}
        short={({ at, days }) => (days ? dayText(at) : hourText(at, zone))}
        choose={
          chart.points[0]?.days
            ? (point) => {
                const to = filterOf(point);
                if (to) filterBy(to);
              }
            : null
        }
        details={(point) => (
          <>
            <Text fz="xs" c="dimmed">
              {nameOf(point, zone)}
              {partText(point)}
            </Text>
            {figures.map(({ label, text }, at) => (
              <Text key={label} fz="sm" {...(at === 0 && { fw: 600 })}>
                {label} {text(point)}
              </Text>
            ))}
          </>
        )}
      />
    </Suspense>
  );
}

const nameOf = ({ at, days }: DayPoint, zone: string): string => (days ? rangeText({ from: at, to: days.to }) : hourText(at, zone));
const partText = ({ isPartial }: DayPoint) => isPartial && ' (not over)';

export function ByDay<P extends DayPoint, Measure extends string>({
  title,
  measures,
  measure,
  choose,
  interval,
  change,
  isTable,
  showTable,
  file,
  columns = [],
  actions,
  chart,
  children,
  ...charted
}: Charted<P> & {
  title: string;
  measures: readonly (readonly [Measure, string])[];
  measure: Measure;
  choose: (measure: Measure) => void;
  interval: Interval | 'hour';
  /** `null` if the period is too short for another interval. */
  change: ((interval: Interval) => void) | null;
  isTable: boolean;
  showTable: (isTable: boolean) => void;
  file: string;
  /** Columns of the file that the table lacks. */
  columns?: readonly { name: string; exact: (point: P) => Cell }[];
  actions?: ReactNode;
  chart?: Ref<HTMLDivElement>;
  children: ReactNode;
}) {
  const { points, figures, zone } = charted;
  const exported = [...columns, ...figures];
  return (
    <Section
      title={`${title} by ${interval}`}
      actions={
        <>
          <SegmentedControl
            size="xs"
            aria-label="Measure"
            value={measure}
            onChange={(value) => choose(value as Measure)}
            data={measures.map(([value, label]) => ({ value, label }))}
          />
          {change && interval !== 'hour' && (
            <SegmentedControl
              size="xs"
              aria-label="Interval"
              value={interval}
              onChange={(value) => change(value as Interval)}
              data={intervals.map((value) => ({ value, label: readable(value) }))}
            />
          )}
          {isTable ? (
            <Export
              file={file}
              header={[interval, ...exported.map(({ name }) => name)]}
              lines={points.map((point) => [point.at, ...exported.map(({ exact }) => exact(point))])}
            />
          ) : (
            actions
          )}
          <Button size="xs" variant="default" aria-pressed={isTable} onClick={() => showTable(!isTable)}>
            {isTable ? 'Show the chart' : 'Show as a table'}
          </Button>
        </>
      }
    >
      {isTable ? (
        <RowTable<P>
          minWidth={320}
          verticalSpacing={7}
          label="Table of days"
          rows={points}
          keyOf={({ at }) => at}
          columns={[
            [readable(interval), (point) => <Name point={point} zone={zone} />],
            ...figures.map(({ label, text }): Column<P> => [[label, 'number'], text]),
          ]}
        />
      ) : (
        <div ref={chart}>
          <DaysChart {...charted} />
        </div>
      )}
      <Text fz="xs" c="dimmed" mt="xs">
        {points.some(({ isPartial }) => isPartial) && `The last ${interval} is not over: it is a point of its own. `}
        {interval !== 'hour' && `Choose a ${interval} to see it alone. `}
        {children}
      </Text>
    </Section>
  );
}

function Name({ point, zone }: { point: DayPoint; zone: string }) {
  const to = filterOf(point);
  const name = nameOf(point, zone);
  return (
    <>
      {to ? <FilterBy to={to}>{name}</FilterBy> : name}
      {partText(point)}
    </>
  );
}
