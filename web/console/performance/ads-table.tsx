import { NativeSelect, SegmentedControl, Table, UnstyledButton } from '@mantine/core';
import { Scroll, Section } from '../kit/page.tsx';
import { ColumnsButton } from './columns-button.tsx';
import { CsvButton } from './csv-button.tsx';
import { Level } from './level.tsx';
import type { RememberedState } from './remembered.ts';
import { type Listing, listings, type SortField, sortOf } from './search.ts';
import { titleOf } from './texts.ts';
import type { View } from './view.ts';

const [nameWidth, columnWidth] = [240, 112];

export function AdsTable({ view, remembered }: { view: View; remembered: RememberedState }) {
  const { search, change, isNet } = view;
  const { columns } = remembered;
  const listing: Listing = search.by ?? 'campaign';
  const sort = sortOf(search.sort ?? '') ?? { by: 'spend', isDescending: true };
  const sortBy = (by: SortField) => {
    const isDescending = sort.by === by ? !sort.isDescending : by !== 'name';
    change({ sort: `${isDescending ? '-' : ''}${by}` });
  };
  const first = listing === 'campaign' ? 'Campaign' : listing === 'ad' ? 'Ad' : 'Channel';
  const heading = (by: SortField, label: string) => (
    <Table.Th
      key={by}
      className={by === 'name' ? '' : 'number'}
      aria-sort={sort.by === by ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <UnstyledButton fz="sm" fw={600} c="inherit" onClick={() => sortBy(by)}>
        {label} {sort.by === by ? (sort.isDescending ? '↓' : '↑') : ''}
      </UnstyledButton>
    </Table.Th>
  );
  return (
    <Section
      title={listings[listing]}
      padding={0}
      about="A dash (–) is a figure that is unknown or cannot be computed. It is not 0."
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
          <ColumnsButton columns={columns} isNet={isNet} choose={remembered.setColumns} />
          <CsvButton view={view} listing={listing} />
        </>
      }
    >
      <Scroll
        minWidth={nameWidth + columns.length * columnWidth}
        label={`Table of ${listings[listing].toLowerCase()}`}
      >
        <Table verticalSpacing="xs" highlightOnHover className="cards labelled">
          <Table.Thead>
            <Table.Tr>
              {heading('name', first)}
              {columns.map((column) => heading(column, titleOf(column, isNet)))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <Level view={view} columns={columns} listing={listing} above={[]} />
          </Table.Tbody>
        </Table>
      </Scroll>
    </Section>
  );
}
