import '@mantine/charts/styles.css';
import { AreaChart } from '@mantine/charts';
import { Paper, Text } from '@mantine/core';
import type { DayPoint } from '../overview/data.ts';
import { dayText } from './dates.ts';

/** A line by day over the same days of the period before. */
export function DayChart({
  points,
  label,
  text,
  tick,
}: {
  points: readonly DayPoint[];
  label: string;
  text: (exact: string) => string;
  tick: (value: number) => string;
}) {
  return (
    <AreaChart
      h={260}
      data={points as DayPoint[]}
      dataKey="day"
      series={[
        ...(points.some(({ before }) => before > 0)
          ? [{ name: 'before', label: 'Period before', color: 'gray.5', strokeDasharray: '4 4' }]
          : []),
        { name: 'now', label, color: 'indigo.6' },
      ]}
      curveType="monotone"
      withDots={points.length < 3}
      strokeWidth={2}
      fillOpacity={0.12}
      gridAxis="x"
      tickLine="none"
      xAxisProps={{ tickFormatter: (day: string) => dayText(day), minTickGap: 32 }}
      yAxisProps={{ width: 64, allowDecimals: false }}
      valueFormatter={tick}
      tooltipProps={{
        content: ({ active, label: day }) => {
          const point = points.find((one) => one.day === day);
          if (!active || !point) return null;
          return (
            <Paper p="xs" shadow="md" fz="sm">
              <Text fz="xs" c="dimmed">
                {dayText(point.day)}
              </Text>
              <Text fw={600}>{text(point.exact)}</Text>
              <Text fz="xs" c="dimmed">
                Period before: {text(point.exactBefore)}
              </Text>
            </Paper>
          );
        },
      }}
    />
  );
}
