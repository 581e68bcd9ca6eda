import type { Item } from './item.ts';
import type { Table } from './table.ts';

/**
 * A counter's item has marks of six shards and stays below 1 KB, the unit of a billed write; 128 overflow partitions
 * take further shards, and in a large table every shard. Sort keys begin with the day.
 */
export const maxShards = 6;
const overflowShards = 128;
const readsAtOnce = 16;

type Range = readonly [string, string];

export const overflowKey = (pk: string, shard: number) => `${pk}#s${shard % overflowShards}`;
const overflowKeys = (pk: string): string[] => Array.from({ length: overflowShards }, (_, i) => overflowKey(pk, i));

export const isFull = ({ shards }: Item) => shards instanceof Set && shards.size >= maxShards;
const isInLarge = ([, last]: Range, largeFrom: string | null) => largeFrom !== null && last >= largeFrom;

export const overflowKeysOf = (pk: string, counters: readonly Item[], range: Range, largeFrom: string | null): string[] =>
  isInLarge(range, largeFrom) || counters.some(isFull) ? overflowKeys(pk) : [];

export async function* queryCounters<T extends Item>(
  table: Table,
  pk: string,
  range: Range,
  largeFrom: string | null,
  { consistent = false } = {},
): AsyncGenerator<T> {
  let hasMore = isInLarge(range, largeFrom);
  for await (const item of table.query<T>(pk, range, { consistent })) {
    hasMore ||= isFull(item);
    yield item;
  }
  if (!hasMore) return;
  const pks = overflowKeys(pk);
  for (let start = 0; start < pks.length; start += readsAtOnce) {
    const some = pks.slice(start, start + readsAtOnce);
    const overflow = await Promise.all(some.map((overflowPk) => Array.fromAsync(table.query<T>(overflowPk, range, { consistent }))));
    yield* overflow.flat();
  }
}
