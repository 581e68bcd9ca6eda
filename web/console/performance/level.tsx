import { Group, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { Button } from '../kit/button.tsx';
import { useList } from '../kit/list.tsx';
import { Empty, Loading, Note, Problem } from '../kit/page.tsx';
import { AdRow, isSame } from './ad-row.tsx';
import { rowKeyOf, useChange } from './change.ts';
import type { Figure, Listing, Path } from './search.ts';
import { levelOf, nameOfLevel, type Row, readReport, type View } from './view.ts';

const pageSize = 100;

export function Level({
  view,
  columns,
  listing,
  above,
  mostSpend: mostAbove,
  pictures,
}: {
  view: View;
  columns: readonly Figure[];
  listing: Listing;
  above: Path;
  /** The longest bar of spend. The first level has its own. */
  mostSpend?: number;
  pictures: ReadonlyMap<string, string>;
}) {
  const { search, change } = view;
  const level = levelOf(search, above);
  const query = { ...view.query, ...level, limit: pageSize };
  const list = useList(['performance', 'rows', query], (page, signal) => readReport({ ...query, ...page }, signal));
  const changes = useChange(view, level).change.data?.rows ?? [];
  const changed = new Map(changes.map((row) => [rowKeyOf(row), row.change]));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const target = list.data?.pages[0]?.target_return ?? null;
  const mostSpend = mostAbove ?? Math.max(0, ...rows.map(({ spend }) => Number(spend)));
  const name = nameOfLevel(above);
  const pathOf = (row: Row): Path => {
    if (listing === 'channel') return [row.channel ?? ''];
    if (listing === 'ad') return [row.campaign ?? null, row.ad_group ?? null, row.ad_id ?? null];
    return [...above, row[name] ?? null];
  };
  const expanded = search.expanded ?? [];
  const shown = new Set<string>();
  const whole = (content: ReactNode) => (
    <Table.Tr>
      <Table.Td colSpan={columns.length + 2}>{content}</Table.Td>
    </Table.Tr>
  );
  return (
    <>
      {list.isPending && whole(<Loading height={above.length === 0 ? 420 : 32} />)}
      {list.isError && list.data === undefined && whole(<Problem error={list.error} retry={() => list.refetch()} />)}
      {list.isSuccess &&
        rows.length === 0 &&
        whole(
          <Empty title="Nothing matches">
            No clicks, conversions or spend in this period have these filters. Remove a filter, or choose a longer period.
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
            changes={changed.get(rowKeyOf(row))}
            mostSpend={mostSpend}
            target={target}
            picture={path.length === 3 ? pictures.get(path[2] ?? '') : undefined}
          />,
          isOpen && (
            <Level
              key={`${key} below`}
              view={view}
              columns={columns}
              listing={listing}
              above={path}
              mostSpend={mostSpend}
              pictures={pictures}
            />
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
