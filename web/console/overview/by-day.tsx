import { Anchor, Button, SegmentedControl, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { DataTable } from '../kit/data-table.tsx';
import { dayText } from '../kit/dates.ts';
import { Export } from '../kit/export.tsx';
import { countText, moneyText } from '../kit/money.ts';
import { Loading, Section } from '../kit/page.tsx';
import type { DayPoint } from './data.ts';

const DayChart = lazy(() => import('../kit/day-chart.tsx').then((part) => ({ default: part.DayChart })));

type Measure = { kind: 'value'; currency: string } | { kind: 'count' };

export function ByDay({
  points,
  currency,
  isPartial,
}: {
  points: (measure: Measure) => DayPoint[];
  currency: string;
  /** Whether the last day is not over. */
  isPartial: boolean;
}) {
  const [kind, setKind] = useState<'value' | 'count'>('value');
  const [asTable, setAsTable] = useState(false);
  const isValue = kind === 'value';
  const text = (exact: string) => (isValue ? moneyText(exact, currency) : countText(Number(exact)));
  const tick = (value: number) =>
    new Intl.NumberFormat(undefined, {
      notation: 'compact',
      ...(isValue && { style: 'currency', currency, maximumFractionDigits: 2, minimumFractionDigits: 0 }),
    }).format(value);
  const shown = points(isValue ? { kind, currency } : { kind: 'count' });
  const label = isValue ? `Value in ${currency}` : 'Conversions';
  return (
    <Section
      title={`${label} by day`}
      actions={
        <>
          <SegmentedControl
            size="xs"
            aria-label="Measure"
            value={kind}
            onChange={(value) => setKind(value as 'value' | 'count')}
            data={[
              { value: 'value', label: 'Value' },
              { value: 'count', label: 'Conversions' },
            ]}
          />
          {asTable && (
            <Export
              file="days"
              header={['day', isValue ? `value_${currency}` : 'conversions', 'before']}
              lines={shown.map(({ day, exact, exactBefore }) => [day, exact, exactBefore])}
            />
          )}
          <Button size="xs" variant="default" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {asTable ? 'Show the chart' : 'Show as a table'}
          </Button>
        </>
      }
    >
      {asTable ? (
        <DataTable
          minWidth={320}
          verticalSpacing={7}
          heads={['Day', [label, 'number'], ['Period before', 'number']]}
        >
          {shown.map(({ day, exact, exactBefore }) => (
            <Table.Tr key={day}>
              <Table.Td>{dayText(day)}</Table.Td>
              <Table.Td className="number">{text(exact)}</Table.Td>
              <Table.Td className="number">{text(exactBefore)}</Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      ) : (
        <Suspense fallback={<Loading height={260} />}>
          <DayChart points={shown} label={label} text={text} tick={tick} />
        </Suspense>
      )}
      <Text fz="xs" c="dimmed" mt="xs">
        Days are cut in the time zone that you chose. {isPartial && 'The last day is not over. '}
        {shown.some(({ before }) => before > 0) && 'Dashed: the period of the same length before. '}
        <Anchor component={Link} to="/events" fz="xs">
          See every event
        </Anchor>
      </Text>
    </Section>
  );
}
