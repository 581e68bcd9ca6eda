import '@mantine/charts/styles.css';
import { AreaChart } from '@mantine/charts';
import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';

/** An unknown figure of a line is `null`. */
export type Line<P> = {
  name: string;
  label: string;
  color: 'indigo' | 'orange' | 'gray';
  isDashed?: boolean;
  of: (point: P) => number | null;
};

export function DayChart<P extends { at: string; isPartial: boolean }>({
  points,
  lines,
  short,
  tick,
  choose,
  details,
  level,
}: {
  points: readonly P[];
  lines: readonly Line<P>[];
  short: (point: P) => string;
  tick: (value: number) => string;
  choose: ((point: P) => void) | null;
  details: (point: P) => ReactNode;
  /** A line across the chart, such as a target. */
  level?: { at: number; label: string } | undefined;
}) {
  const partial = points.findIndex(({ isPartial }) => isPartial);
  const data = points.map((point, i) => ({
    at: point.at,
    ...Object.fromEntries(
      lines.flatMap(({ name, isDashed, of }) => {
        const value = of(point);
        if (isDashed) return [[name, value]];
        return [
          [name, point.isPartial && points.length > 1 ? null : value],
          [`${name} partial`, partial > 0 && i === partial ? value : null],
        ];
      }),
    ),
  }));
  const series = lines.flatMap(({ name, label, color, isDashed }): object[] =>
    isDashed
      ? [{ name, label, color: `${color}.5`, strokeDasharray: '4 4' }]
      : [
          ...(partial > 0
            ? [
                {
                  name: `${name} partial`,
                  label: 'Not over',
                  color: `${color}.4`,
                  strokeWidth: 0,
                },
              ]
            : []),
          { name, label, color: `${color}.6` },
        ],
  );
  const pointAt = (at: unknown) => points.find((point) => point.at === at);
  return (
    <AreaChart
      h={260}
      data={data}
      dataKey="at"
      series={series as never}
      // A curve would show values between days that no day had.
      curveType="linear"
      // A day that is not over is a point of its own: a line to it would fall like a crash each morning.
      areaProps={({ name }) => (String(name).endsWith(' partial') || points.length < 3 ? {} : { dot: false })}
      {...(level && { referenceLines: [{ y: level.at, label: level.label, color: 'gray.6' }] })}
      connectNulls={false}
      strokeWidth={2}
      fillOpacity={0.12}
      gridAxis="x"
      tickLine="none"
      areaChartProps={{
        style: choose ? { cursor: 'pointer' } : {},
        onClick: ({ activeLabel }) => {
          const point = pointAt(activeLabel);
          if (point) choose?.(point);
        },
      }}
      xAxisProps={{
        tickFormatter: (at: string) => {
          const point = pointAt(at);
          return point ? short(point) : '';
        },
        minTickGap: 32,
      }}
      yAxisProps={{ width: 64, allowDecimals: false }}
      valueFormatter={tick}
      tooltipProps={{
        content: ({ active, label: at }) => {
          const point = pointAt(at);
          if (!active || !point) return null;
          return (
            <Paper p="xs" shadow="md" fz="sm">
              {details(point)}
            </Paper>
          );
        },
      }}
    />
  );
}
