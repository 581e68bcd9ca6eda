import type { Item } from '#shared/store/item.ts';

type Entry = { name: string; held: string; entry: unknown };

/** Returns what a write added to the list of effects of an item. `held` is an item's list with this entry alone. */
export function addedEntries(before: Item | null, after: Item | null): Entry[] {
  const knownNames = new Set(entriesOf(before).map(({ name }) => name));
  return entriesOf(after).filter(({ name }) => !knownNames.has(name));
}

function entriesOf(item: Item | null): Entry[] {
  const text = item?.effects;
  if (typeof text !== 'string') return [];
  const entries = listIn(text);
  if (!entries) return [{ name: text, held: text, entry: undefined }];
  return entries.map((entry) => {
    const effectText = JSON.stringify([entry]);
    const id = (entry as { id?: unknown } | null)?.id;
    return { name: typeof id === 'string' ? id : effectText, held: effectText, entry };
  });
}

function listIn(text: string): unknown[] | null {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}
