import '@mantine/charts/styles.css';
import { AreaChart } from '@mantine/charts';
import { Paper, Text } from '@mantine/core';
import type { Point } from '../kit/report-rows.ts';

/** The compared period is a second line over the same days. A period that is not over is dashed. */
export function DayChart({
  points,
  label,
  beforeLabel,
  name,
  short,
  text,
  tick,
  choose,
}: {
  points: readonly Point[];
  label: string;
  /** `null` means no comparison. */
  beforeLabel: string | null;
  name: (point: Point) => string;
  short: (point: Point) => string;
  text: (exact: string) => string;
  tick: (value: number) => string;
  choose: ((point: Point) => void) | null;
}) {
  const partial = points.findIndex(({ isPartial }) => isPartial);
  const data = points.map((point, i) => ({
    ...{ at: point.at, before: point.before },
    whole: point.isPartial && points.length > 1 ? null : point.now,
    // The dashed part leads from the last complete point to the incomplete point.
    partial: partial > 0 && (i === partial || i === partial - 1) ? point.now : null,
  }));
  const pointAt = (at: unknown) => points.find((point) => point.at === at);
  return (
    <AreaChart
      h={260}
      data={data}
      dataKey="at"
      series={[
        ...(beforeLabel && points.some(({ before }) => before > 0)
          ? [{ name: 'before', label: beforeLabel, color: 'gray.5' as const, strokeDasharray: '4 4' }]
          : []),
        ...(partial > 0
          ? [{ name: 'partial', label: 'Not over', color: 'indigo.4' as const, strokeDasharray: '2 4' }]
          : []),
        { name: 'whole', label, color: 'indigo.6' },
      ]}
      curveType="monotone"
      connectNulls={false}
      withDots={points.length < 3}
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
              <Text fz="xs" c="dimmed">
                {name(point)}
                {point.isPartial && ' (not over)'}
              </Text>
              <Text fw={600}>{point.now === null ? '–' : text(point.exact)}</Text>
              {beforeLabel && (
                <Text fz="xs" c="dimmed">
                  {beforeLabel}: {text(point.exactBefore)}
                </Text>
              )}
            </Paper>
          );
        },
      }}
    />
  );
}
