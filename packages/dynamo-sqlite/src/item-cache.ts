import type { Item, Value } from './item.ts';
import type { KeyText } from './keys.ts';

const maxCharacters = 4096;
const maxItems = 5000;

export type ItemCache = ReturnType<typeof itemCache>;

/**
 * Reading an item from the file costs more for locks than for the look-up. Only the writing engine may have a
 * cache.
 */
export function itemCache() {
  let young = new Map<string, Item>();
  let old = new Map<string, Item>();
  const nameOf = (table: number, { pk, sk }: KeyText) => `${table} ${pk.length} ${pk} ${sk}`;

  function keep(name: string, item: Item): void {
    if (young.size >= maxItems) {
      old = young;
      young = new Map();
    }
    young.set(name, item);
  }

  return {
    get(table: number, key: KeyText, read: () => string | undefined): Item | undefined {
      const name = nameOf(table, key);
      const cached = young.get(name);
      if (cached) return cached;
      const older = old.get(name);
      if (older) {
        keep(name, older);
        return older;
      }
      const text = read();
      if (text === undefined) return undefined;
      const item = JSON.parse(text) as Item;
      if (text.length <= maxCharacters) keep(name, frozen(item));
      return item;
    },
    forget(table: number, key: KeyText): void {
      const name = nameOf(table, key);
      young.delete(name);
      old.delete(name);
    },
    clear(): void {
      young.clear();
      old.clear();
    },
  };
}

function frozen<T extends Item | Value>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object') frozen(part as Value);
  return Object.freeze(value);
}
