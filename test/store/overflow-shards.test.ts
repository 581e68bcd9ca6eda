import { maxShards, overflowKey, overflowKeysOf, queryCounters } from '#shared/store/overflow-shards.ts';
import type { Table } from '#shared/store/table.ts';

const range = ['2026-11-01', '2026-11-20~'] as const;
const shards = (count: number) => ({
  pk: 'a',
  sk: 'b',
  shards: new Set(Array.from({ length: count }, (_, at) => `${at}`)),
});

async function asked(items: object[], largeFrom: string | null, options?: { consistent?: boolean }) {
  const queries: { pk: string; range: unknown; consistent: unknown }[] = [];
  const table = {
    async *query(pk: string, range: unknown, { consistent }: { consistent?: boolean }) {
      queries.push({ pk, range, consistent });
      yield* pk === 'a' ? items : [{ pk }];
    },
  } as unknown as Table;
  const found = await Array.fromAsync(queryCounters(table, 'a', range, largeFrom, options));
  return { queries, found };
}

describe('the partitions of counters', () => {
  it.each([
    ['no item', [], null, 1],
    ['an item with room', [shards(maxShards - 1)], null, 1],
    ['a full item', [shards(maxShards - 1), shards(maxShards), shards(1)], null, 129],
    ['an item of a large table', [shards(1)], range[1], 129],
    ['an item of a table that is large later', [shards(1)], `${range[1]}~`, 1],
  ])('with %s are read as far as they are used', async (_, items, largeFrom, count) => {
    const { queries, found } = await asked(items, largeFrom);
    expect(queries).toHaveLength(count);
    expect(found).toHaveLength(items.length + count - 1);
    expect(new Set(queries.map(({ pk }) => pk)).size).toBe(count);
    expect(overflowKeysOf('a', items as never, range, largeFrom)).toEqual(queries.slice(1).map(({ pk }) => pk));
  });

  it('are all read with the same range and consistency', async () => {
    for (const consistent of [true, false]) {
      const { queries } = await asked([shards(maxShards)], null, { consistent });
      for (const query of queries) expect(query).toMatchObject({ range, consistent });
    }
    expect((await asked([], null)).queries).toMatchObject([{ consistent: false }]);
  });

  it('contain every shard, and the 129th is in the first again', () => {
    expect(overflowKey('a', 0)).toBe('a#s0');
    expect(overflowKey('a', 127)).toBe('a#s127');
    expect(overflowKey('a', 128)).toBe('a#s0');
  });
});
