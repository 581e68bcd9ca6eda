import type { Item } from '#shared/store/item.ts';

/** Merges the parts of a day. A row that two parts have comes once. */
export async function* rowsInOrder<T extends Item>(queries: readonly AsyncGenerator<T>[]): AsyncGenerator<T> {
  const [only, ...more] = queries;
  if (only && more.length === 0) return yield* only;
  const heads = await Promise.all(queries.map(async (query) => ({ query, row: (await query.next()).value as T | undefined })));
  for (;;) {
    const [first] = heads.flatMap(({ row }) => row?.sk ?? []).sort();
    if (first === undefined) return;
    let shown: T | undefined;
    for (const head of heads) {
      if (head.row?.sk !== first) continue;
      shown ??= head.row;
      head.row = (await head.query.next()).value as T | undefined;
    }
    if (shown) yield shown;
  }
}
