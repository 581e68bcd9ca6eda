import { ActionIcon, Anchor, Badge, Group, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { FilterBy } from '../kit/filter-chips.tsx';
import { Icon } from '../kit/icon.tsx';
import { unreplacedMacro } from '../kit/macros.ts';
import { ChannelFilter } from './channel-filter.tsx';
import type { Figure, Listing, Path } from './search.ts';
import { SpendLink } from './spend-link.tsx';
import { nameOf, textOf, titleOf } from './texts.ts';
import type { Row, View } from './view.ts';

type Ad = readonly [string, string, string];
const adOf = (path: Path): Ad | null =>
  path.length === 3 && path.every((name) => name !== null) ? (path as Ad) : null;

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
};

/**
 * The memo prevents drawing 2,000 rows again when 100 are added. `change` always does the same, so it is
 * ignored.
 */
export const AdRow = memo(
  PlainRow,
  (before, after) =>
    (['row', 'listing', 'columns', 'isNet', 'isOpenable', 'isOpen'] as const).every(
      (name) => before[name] === after[name],
    ) && isSame(before.path, after.path),
);

function PlainRow({ row, path, listing, columns, isNet, isOpen, isOpenable, change }: Props) {
  const toggle = () =>
    change(({ expanded = [] }) => ({
      expanded: isOpen ? expanded.filter((other) => !isSame(other, path)) : [...expanded, path],
    }));
  const openAd = (ad: Ad) => change({ open: ad });
  const isTree = listing === 'campaign';
  const depth = isTree ? path.length - 1 : 0;
  // Spend of a whole campaign has no ad group and no ad.
  const end = path.indexOf(null);
  const name = nameOf(end < 0 ? path : path.slice(0, end + 1));
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={4} wrap="nowrap" pl={depth * 20} align="flex-start">
          {isOpenable ? (
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              aria-expanded={isOpen}
              aria-label={`${isOpen ? 'Close' : 'Open'} ${name.text}`}
              onClick={toggle}
            >
              <Icon name={isOpen ? 'down' : 'right'} size={14} />
            </ActionIcon>
          ) : (
            isTree && <span style={{ width: 22, flex: 'none' }} />
          )}
          <div>
            <Group gap={6}>
              {listing === 'channel' ? (
                <ChannelFilter channel={path[0] ?? ''} />
              ) : (
                <Name path={path} name={name} isTree={isTree} openAd={openAd} />
              )}
              {name.isName && listing !== 'channel' && unreplacedMacro(name.text) && (
                <Badge color="orange" component={Link} to="/links">
                  Macro
                </Badge>
              )}
            </Group>
            {listing === 'ad' && end !== 0 && (
              <Text fz="xs" c="dimmed" className="anywhere">
                {path
                  .slice(0, end < 0 ? 2 : end)
                  .map((_, at) => nameOf(path.slice(0, at + 1)).text)
                  .join(' › ')}
              </Text>
            )}
          </div>
        </Group>
      </Table.Td>
      {columns.map((column) => (
        <FigureCell key={column} column={column} row={row} isNet={isNet} />
      ))}
    </Table.Tr>
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
      <Anchor
        component="button"
        type="button"
        fz="sm"
        ta="left"
        className="anywhere"
        onClick={() => openAd(ad)}
      >
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
    <FilterBy
      to={{ campaign: campaign ?? undefined, group: group ?? undefined }}
      fw={path.length === 1 ? 550 : 400}
    >
      {name.text}
    </FilterBy>
  );
}

function FigureCell({ column, row, isNet }: { column: Figure; row: Row; isNet: boolean }) {
  const shown = textOf(column, row);
  const isByName = column === 'spend' && row.channel === undefined;
  return (
    <Table.Td className="number" data-label={titleOf(column, isNet)}>
      {'text' in shown ? (
        shown.text
      ) : (
        <span {...(!isByName && { title: shown.unknown })}>
          –
          <span className={column === 'spend' ? 'reason' : 'visually-hidden'}>
            {' '}
            {isByName ? <SpendLink tab="joins">none by this name</SpendLink> : shown.unknown}
          </span>
        </span>
      )}
    </Table.Td>
  );
}
