import type { Item } from './item.ts';
import type { Table } from './table.ts';

/**
 * Counters that are added to from many stream shards. An item takes in six shards itself: with their marks it stays below
 * 1 KB, by which a write is billed. What comes from further shards goes to items of the same sort key in 128 partitions
 * beside it, so that neither an item nor a partition gets the writes of all. A full item stays full. On the days of a
 * large table everything goes beside. Sort keys begin with the day.
 */
export const maxShards = 6;
const besides = 128;
const readsAtOnce = 16;

type Range = readonly [string, string];

export const besidePk = (pk: string, shard: number) => `${pk}#s${shard % besides}`;
const besidePks = (pk: string): string[] => Array.from({ length: besides }, (_, i) => besidePk(pk, i));

const isFull = ({ shards }: Item) => shards instanceof Set && shards.size >= maxShards;
const isInLarge = ([, last]: Range, largeFrom: string | null) => largeFrom !== null && last >= largeFrom;

/** The partitions beside that of counters, which are those of a range: none, while none of them is full. */
export const besidesOf = (
  pk: string,
  counters: readonly Item[],
  range: Range,
  largeFrom: string | null,
): string[] => (isInLarge(range, largeFrom) || counters.some(isFull) ? besidePks(pk) : []);

/** Counters of a partition between two sort keys, with what is beside them. */
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
  const pks = besidePks(pk);
  for (let start = 0; start < pks.length; start += readsAtOnce) {
    const some = pks.slice(start, start + readsAtOnce);
    const found = await Promise.all(
      some.map((beside) => Array.fromAsync(table.query<T>(beside, range, { consistent }))),
    );
    yield* found.flat();
  }
}
