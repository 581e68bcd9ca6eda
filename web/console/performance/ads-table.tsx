import { Group, NativeSelect, SegmentedControl, Table, Text, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { Scroll, Section } from '../kit/page.tsx';
import { adviceRule } from './advice.tsx';
import { ColumnsButton } from './columns-button.tsx';
import { CsvButton } from './csv-button.tsx';
import { Level } from './level.tsx';
import { useOwnPictures } from './own-pictures.ts';
import type { RememberedState } from './remembered.ts';
import { type Listing, listings, type SortField, sortOf } from './search.ts';
import { titleOf } from './texts.ts';
import type { View } from './view.ts';

const [nameWidth, columnWidth, adviceWidth] = [220, 100, 130];

export function AdsTable({
  view,
  remembered,
  target,
}: {
  view: View;
  remembered: RememberedState;
  target: string | null;
}) {
  const { search, change, isNet } = view;
  const { columns } = remembered;
  const listing: Listing = search.by ?? 'campaign';
  const pictures = useOwnPictures();
  const sort = sortOf(search.sort ?? '') ?? { by: 'spend', isDescending: true };
  const first = listing === 'campaign' ? 'Campaign' : listing === 'ad' ? 'Ad' : 'Channel';
  return (
    <Section
      title={listings[listing]}
      padding={0}
      actions={
        <>
          <SegmentedControl
            size="xs"
            aria-label="Rows"
            value={listing}
            onChange={(value) =>
              change({ by: value === 'ad' || value === 'channel' ? value : undefined, expanded: undefined })
            }
            data={Object.entries(listings).map(([value, label]) => ({ value, label }))}
          />
          <NativeSelect
            size="xs"
            hiddenFrom="xs"
            aria-label="Sort by"
            value={`${sort.isDescending ? '-' : ''}${sort.by}`}
            onChange={({ currentTarget: { value } }) => change({ sort: value })}
            data={[
              { value: 'name', label: `${first}, A to Z` },
              ...columns.flatMap((column) => [
                { value: `-${column}`, label: `${titleOf(column, isNet)}, largest first` },
                { value: column, label: `${titleOf(column, isNet)}, smallest first` },
              ]),
            ]}
          />
        </>
      }
    >
      <Scroll
        minWidth={nameWidth + columns.length * columnWidth + adviceWidth}
        label={`Table of ${listings[listing].toLowerCase()}`}
      >
        <Table verticalSpacing={6} highlightOnHover className="cards labelled">
          <Table.Thead>
            <Headings
              fields={[
                ['name', first],
                ...columns.map((column) => [column, titleOf(column, isNet)] as const),
              ]}
              sort={sort}
              choose={(text) => change({ sort: text })}
            />
          </Table.Thead>
          <Table.Tbody>
            <Level view={view} columns={columns} listing={listing} above={[]} pictures={pictures} />
          </Table.Tbody>
        </Table>
      </Scroll>
      <Group justify="space-between" p="md" align="flex-start" gap="xs">
        <Text fz="xs" c="dimmed" style={{ flex: '1 1 320px' }}>
          A dash (–) is a figure that is unknown or cannot be computed. It is not 0. {adviceRule(target)}
        </Text>
        <Group gap="xs">
          <ColumnsButton columns={columns} isNet={isNet} choose={remembered.setColumns} />
          <CsvButton view={view} listing={listing} />
        </Group>
      </Group>
    </Section>
  );
}

/** The headings are one stop of the Tab key, which the arrow keys move along, so that the rows are near. */
function Headings({
  fields,
  sort,
  choose,
}: {
  fields: readonly (readonly [SortField, string])[];
  sort: { by: SortField; isDescending: boolean };
  choose: (sort: string) => void;
}) {
  const [stop, setStop] = useState(0);
  const current = Math.min(stop, fields.length - 1);
  const move = (event: KeyboardEvent<HTMLTableRowElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (current + step + fields.length) % fields.length;
    setStop(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    <Table.Tr onKeyDown={move}>
      {fields.map(([by, label], at) => {
        const isSorted = sort.by === by;
        const isDescending = isSorted ? !sort.isDescending : by !== 'name';
        return (
          <Table.Th
            key={by}
            className={by === 'name' ? '' : 'number'}
            aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
          >
            <UnstyledButton
              fz="sm"
              fw={600}
              c="inherit"
              tabIndex={at === current ? 0 : -1}
              onFocus={() => setStop(at)}
              onClick={() => choose(`${isDescending ? '-' : ''}${by}`)}
            >
              {label} {isSorted ? (sort.isDescending ? '↓' : '↑') : ''}
            </UnstyledButton>
          </Table.Th>
        );
      })}
      <Table.Th className="advice">Advice</Table.Th>
    </Table.Tr>
  );
}
