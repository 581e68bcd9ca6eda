import type { Table } from './catalogue.ts';
import { projectedTo } from './catalogue.ts';
import type { Item } from './item.ts';
import { indexKey } from './keys.ts';
import { sameItems, sizeOfItem } from './values.ts';

export type Units = { table: number; indexes: Record<string, number> };
type Asked = { ReturnConsumedCapacity?: 'INDEXES' | 'TOTAL' | 'NONE' };

export const readUnits = (bytes: number, isConsistent: boolean | undefined): number =>
  Math.max(1, Math.ceil(bytes / 4096)) * (isConsistent ? 1 : 0.5);
const writeUnits = (bytes: number) => Math.max(1, Math.ceil(bytes / 1024));

/** A write consumes the larger image, and in each index the removed and the added entry. */
export function changeUnits(table: Table, before: Item | undefined, after: Item | undefined, times = 1): Units {
  const size = (item: Item | undefined) => (item ? sizeOfItem(item) : 0);
  const indexes: Units['indexes'] = {};
  for (const index of table.indexes) {
    const [old, now] = [before, after].map((item) => (indexKey(index, item) ? projectedTo(table, index, item as Item) : undefined));
    const isMoved = old && now && JSON.stringify(indexKey(index, old)) !== JSON.stringify(indexKey(index, now));
    if ((!old && !now) || (old && now && sameItems(old, now))) continue;
    indexes[index.name] = times * (isMoved ? writeUnits(size(old)) + writeUnits(size(now)) : writeUnits(Math.max(size(old), size(now))));
  }
  return { table: times * writeUnits(Math.max(size(before), size(after))), indexes };
}

export const sumOf = (all: readonly Units[]): Units => ({
  table: all.reduce((sum, { table }) => sum + table, 0),
  indexes: all.reduce<Units['indexes']>((sums, { indexes }) => {
    for (const [name, units] of Object.entries(indexes)) sums[name] = (sums[name] ?? 0) + units;
    return sums;
  }, {}),
});

export function consumed({ ReturnConsumedCapacity: asked = 'NONE' }: Asked, TableName: string, units: () => Units) {
  if (asked === 'NONE') return undefined;
  const { table, indexes } = units();
  const GlobalSecondaryIndexes = Object.fromEntries(Object.entries(indexes).map(([name, CapacityUnits]) => [name, { CapacityUnits }]));
  return {
    TableName,
    CapacityUnits: Object.values(indexes).reduce((sum, units) => sum + units, table),
    ...(asked === 'INDEXES' && {
      Table: { CapacityUnits: table },
      ...(Object.keys(indexes).length > 0 && { GlobalSecondaryIndexes }),
    }),
  };
}
