import { Group, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { Button } from '../kit/button.tsx';
import { useList } from '../kit/list.tsx';
import { Empty, Loading, Note, Problem } from '../kit/page.tsx';
import { AdRow, isSame } from './ad-row.tsx';
import type { Figure, Listing, Path } from './search.ts';
import { groupNames, queryOf, type Row, readReport, sortFor, type View } from './view.ts';

const pageSize = 100;
const levels = ['campaign', 'group', 'ad'] as const;

export function Level({
  view,
  columns,
  listing,
  above,
}: {
  view: View;
  columns: readonly Figure[];
  listing: Listing;
  above: Path;
}) {
  const { search, change } = view;
  const name = groupNames[levels[above.length] ?? 'ad'];
  const groupBy = { campaign: name, ad: 'campaign,ad_group,ad_id', channel: 'channel' }[listing];
  const sort = sortFor(search, { campaign: name, ad: 'ad_id', channel: 'channel' }[listing]);
  const query = { ...view.query, ...queryOf(above), group_by: groupBy, sort, limit: pageSize };
  const list = useList(['performance', 'rows', query], (page, signal) =>
    readReport({ ...query, ...page }, signal),
  );
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const pathOf = (row: Row): Path => {
    if (listing === 'channel') return [row.channel ?? ''];
    if (listing === 'ad') return [row.campaign ?? null, row.ad_group ?? null, row.ad_id ?? null];
    return [...above, row[name] ?? null];
  };
  const expanded = search.expanded ?? [];
  const shown = new Set<string>();
  const whole = (content: ReactNode) => (
    <Table.Tr>
      <Table.Td colSpan={columns.length + 1}>{content}</Table.Td>
    </Table.Tr>
  );
  return (
    <>
      {list.isPending && whole(<Loading height={above.length === 0 ? 200 : 32} />)}
      {list.isError &&
        list.data === undefined &&
        whole(<Problem error={list.error} retry={() => list.refetch()} />)}
      {list.isSuccess &&
        rows.length === 0 &&
        whole(
          <Empty title="Nothing matches">
            No clicks, conversions or spend in this period have these filters. Remove a filter, or choose a
            longer period.
          </Empty>,
        )}
      {rows.map((row) => {
        const path = pathOf(row);
        const key = JSON.stringify(path);
        const isFirst = !shown.has(key);
        shown.add(key);
        const isOpenable = listing === 'campaign' && path.length < 3 && path.at(-1) !== null && isFirst;
        const isOpen = isOpenable && expanded.some((other) => isSame(other, path));
        return [
          <AdRow
            key={`${key} ${row.currency}`}
            row={row}
            path={path}
            listing={listing}
            columns={columns}
            isNet={view.isNet}
            isOpen={isOpen}
            isOpenable={isOpenable}
            change={change}
          />,
          isOpen && (
            <Level key={`${key} below`} view={view} columns={columns} listing={listing} above={path} />
          ),
        ];
      })}
      {list.hasNextPage &&
        whole(
          <Group gap="sm" pl={above.length * 20}>
            <Button variant="default" size="xs" onClick={() => list.fetchNextPage()}>
              Load more
            </Button>
            <Note>{rows.length} rows are shown.</Note>
          </Group>,
        )}
    </>
  );
}
