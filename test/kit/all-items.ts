import { fromWire, type WireMap } from '#shared/store/attribute-values.ts';
import type { Output } from '#shared/store/dynamo.ts';
import type { Item } from '#shared/store/item.ts';
import { engine } from './engine.ts';
import type { World } from './harness.ts';

export async function allItems({ prefix }: World, table = 'attribution'): Promise<Item[]> {
  const items: Item[] = [];
  let start: WireMap | undefined;
  do {
    const page = (await engine('Scan', {
      TableName: prefix + table,
      ...(start && { ExclusiveStartKey: start }),
    })) as Output;
    items.push(...(page.Items ?? []).map((item) => sorted(fromWire(item)) as Item));
    start = page.LastEvaluatedKey;
  } while (start);
  const name = ({ pk, sk }: Item) => `${pk}\n${sk}`;
  return items.sort((a, b) => (name(a) < name(b) ? -1 : 1));
}

/** The engine returns attributes in any order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}
