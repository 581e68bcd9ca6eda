import { Button, Group, SegmentedControl, Table } from '@mantine/core';
import { useState } from 'react';
import { useValidSearch } from '../core/use-valid-search.ts';
import { channelTitle } from '../kit/channels.ts';
import { DataTable } from '../kit/data-table.tsx';
import { dayText } from '../kit/dates.ts';
import { Export } from '../kit/export.tsx';
import { countText } from '../kit/money.ts';
import { Note, Section } from '../kit/page.tsx';
import { differencesText } from './amounts.ts';
import type { Figures, Sum } from './answers.ts';
import { isZero } from './is-zero.ts';
import { useShow } from './queries.ts';
import { booksSearch, type Grouping, groupings } from './search.ts';
import { coverageText } from './summary.tsx';

const titles: Record<Grouping, string> = {
  day: 'Days',
  channel: 'Channels',
  sales_channel: "Shop's channels",
  pixel: 'Pixels',
};
/** At first, only these days and names with a difference are shown. */
const maxShown = 3;

type NamedSum = Omit<Sum, 'day'> & { name: string | null; title: string };

const named = (figures: Figures, by: Grouping): NamedSum[] => {
  if (by === 'day') return figures.by_day.map(({ day, ...sum }) => ({ ...sum, name: day, title: dayText(day) }));
  return figures[`by_${by}`].map((sum) => ({
    ...sum,
    title: sum.name === null ? 'None' : by === 'channel' ? channelTitle(sum.name) : sum.name,
  }));
};

export function Sums({ figures }: { figures: Figures }) {
  const { by = 'day' } = useValidSearch(booksSearch);
  const show = useShow();
  const sums = named(figures, by);
  const [isAll, setIsAll] = useState(false);
  const differing = sums.filter(({ values }) => values.some(({ difference }) => !isZero(difference)));
  const shown = isAll ? sums : differing.slice(0, maxShown);
  return (
    <Section
      title="Coverage"
      padding={0}
      about={by === 'channel' || by === 'pixel' ? 'Of the click that earned the event. Orders that did not arrive have none.' : undefined}
      actions={
        <>
          <SegmentedControl
            size="xs"
            aria-label="Coverage by"
            value={by}
            onChange={(value) => show({ by: value as Grouping }, true)}
            data={groupings.map((value) => ({ value, label: titles[value] }))}
          />
          <Export
            file={`coverage-by-${by}-${figures.reconciliation_id}`}
            header={[
              by,
              'orders',
              'excluded',
              'arrived',
              'coverage',
              'currency',
              'shop_value',
              'adtrail_value',
              'difference',
              'value_coverage',
            ]}
            lines={sums.flatMap(({ name, orders, excluded, arrived, coverage, values }) =>
              values.map((amount) => [
                name,
                orders,
                excluded,
                arrived,
                coverage,
                amount.currency,
                amount.shop_value,
                amount.adtrail_value,
                amount.difference,
                amount.value_coverage,
              ]),
            )}
          />
        </>
      }
    >
      <DataTable
        minWidth={420}
        label={`Coverage by ${titles[by].toLowerCase()}`}
        heads={[titles[by], ['Arrived', 'number'], ['Covered', 'number'], ['Difference', 'number']]}
      >
        {shown.map(({ name, title, orders, excluded, arrived, coverage, values }) => (
          <Table.Tr key={name ?? ''}>
            <Table.Td className="anywhere">{title}</Table.Td>
            <Table.Td className="number">
              {countText(arrived)} of {countText(orders - excluded)}
            </Table.Td>
            <Table.Td className="number">{coverageText(coverage)}</Table.Td>
            <Table.Td className="number">{differencesText(values)}</Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
      {shown.length < sums.length && (
        <Group p="md">
          <Button size="xs" variant="default" onClick={() => setIsAll(true)}>
            Show all {sums.length}
          </Button>
          <Note>
            {differing.length === 0 ? 'None has a difference.' : `${shown.length} of ${differing.length} with a difference are shown.`}
          </Note>
        </Group>
      )}
    </Section>
  );
}
