import { Anchor, Group, Table, Text } from '@mantine/core';
import { memo } from 'react';
import { BranchCell, MacroBadge } from '../kit/campaign-table.tsx';
import { FilterBy } from '../kit/filter-chips.tsx';
import { AdviceCell } from './advice.tsx';
import { ChannelFilter } from './channel-filter.tsx';
import { FigureCell } from './figure-cell.tsx';
import type { Figure, Listing, Path } from './search.ts';
import { nameOf } from './texts.ts';
import type { Row, View } from './view.ts';

type Ad = readonly [string, string, string];
const adOf = (path: Path): Ad | null => (path.length === 3 && path.every((name) => name !== null) ? (path as Ad) : null);

export const isSame = (a: Path, b: Path): boolean => JSON.stringify(a) === JSON.stringify(b);

type Props = {
  row: Row;
  path: Path;
  listing: Listing;
  columns: readonly Figure[];
  isNet: boolean;
  isOpenable: boolean;
  isOpen: boolean;
  change: View['change'];
  changes: Row['change'];
  mostSpend: number;
  target: string | null;
  picture: string | undefined;
};

/**
 * The memo prevents drawing 2,000 rows again when 100 are added. `change` always does the same, so it is
 * ignored.
 */
export const AdRow = memo(
  PlainRow,
  (before, after) =>
    (
      [
        ...(['row', 'listing', 'columns', 'isNet', 'isOpenable', 'isOpen'] as const),
        ...(['changes', 'mostSpend', 'target', 'picture'] as const),
      ] as const
    ).every((name) => before[name] === after[name]) && isSame(before.path, after.path),
);

function PlainRow(props: Props) {
  const { row, path, listing, columns, isNet, changes, mostSpend, target } = props;
  return (
    <Table.Tr>
      <NameCell {...props} />
      {columns.map((column) => (
        <FigureCell
          key={column}
          column={column}
          row={row}
          isNet={isNet}
          change={changes?.[column as keyof typeof changes]}
          mostSpend={mostSpend}
          target={target}
          isOfAd={listing !== 'channel' && path.length > 0}
        />
      ))}
      <AdviceCell row={row} target={target} />
    </Table.Tr>
  );
}

function NameCell({ row, path, listing, isOpen, isOpenable, change, picture }: Props) {
  const toggle = () =>
    change(({ expanded = [] }) => ({
      expanded: isOpen ? expanded.filter((other) => !isSame(other, path)) : [...expanded, path],
    }));
  const isTree = listing === 'campaign';
  const depth = isTree ? path.length - 1 : 0;
  // Spend of a whole campaign has no ad group and no ad.
  const end = path.indexOf(null);
  const own = nameOf(end < 0 ? path : path.slice(0, end + 1));
  const atNetwork = [row.campaign_name, row.ad_group_name, row.ad_name][path.length - 1];
  const isId = own.isName && typeof atNetwork === 'string' && atNetwork !== own.text;
  const name = isId ? { ...own, text: atNetwork } : own;
  return (
    <BranchCell depth={depth} isTree={isTree} title={name.text} isOpen={isOpen} toggle={isOpenable ? toggle : null}>
      {picture && <img src={picture} alt="" width={32} height={32} className="thumb" />}
      <div>
        <Group gap={6}>
          {listing === 'channel' ? (
            <ChannelFilter channel={path[0] ?? ''} />
          ) : (
            <Name path={path} name={name} isTree={isTree} openAd={(ad) => change({ open: ad })} />
          )}
          {own.isName && listing !== 'channel' && <MacroBadge name={own.text} />}
        </Group>
        {isId && (
          <Text fz="xs" c="dimmed" className="anywhere">
            {own.text}
          </Text>
        )}
        {listing === 'ad' && end !== 0 && (
          <Text fz="xs" c="dimmed" className="anywhere">
            {path
              .slice(0, end < 0 ? 2 : end)
              .map((_, at) => nameOf(path.slice(0, at + 1)).text)
              .join(' › ')}
          </Text>
        )}
      </div>
    </BranchCell>
  );
}

function Name({
  path,
  name,
  isTree,
  openAd,
}: {
  path: Path;
  name: { text: string; isName: boolean };
  isTree: boolean;
  openAd: (ad: Ad) => void;
}) {
  const ad = adOf(path);
  if (ad)
    return (
      <Anchor component="button" type="button" fz="sm" ta="left" className="anywhere" onClick={() => openAd(ad)}>
        <span className="visually-hidden">Details of </span>
        {name.text}
      </Anchor>
    );
  if (!name.isName || !isTree)
    return (
      <Text fz="sm" c="dimmed" className="anywhere">
        {name.text}
      </Text>
    );
  const [campaign, group] = path;
  return (
    <FilterBy to={{ campaign: campaign ?? undefined, group: group ?? undefined }} fw={path.length === 1 ? 550 : 400}>
      {name.text}
    </FilterBy>
  );
}
