import { Group, NativeSelect, SegmentedControl, Table, Text } from '@mantine/core';
import { CampaignTable, type Sort } from '../kit/campaign-table.tsx';
import { Section } from '../kit/page.tsx';
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

export function AdsTable({ view, remembered, target }: { view: View; remembered: RememberedState; target: string | null }) {
  const { search, change, isNet } = view;
  const { columns } = remembered;
  const listing: Listing = search.by ?? 'campaign';
  const pictures = useOwnPictures();
  const sort: Sort<SortField> = sortOf(search.sort ?? '') ?? { by: 'spend', isDescending: true };
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
            onChange={(value) => change({ by: value === 'ad' || value === 'channel' ? value : undefined, expanded: undefined })}
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
      <CampaignTable
        minWidth={nameWidth + columns.length * columnWidth + adviceWidth}
        label={`Table of ${listings[listing].toLowerCase()}`}
        fields={[['name', first, ''], ...columns.map((column) => [column, titleOf(column, isNet)] as const)]}
        sort={sort}
        choose={({ by, isDescending }) => change({ sort: `${isDescending ? '-' : ''}${by}` })}
        last={<Table.Th className="advice">Advice</Table.Th>}
      >
        <Level view={view} columns={columns} listing={listing} above={[]} pictures={pictures} />
      </CampaignTable>
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
