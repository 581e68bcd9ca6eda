import type { KeyText } from './keys.ts';

/** Longer texts are read from the file again. */
const maxCharacters = 4096;
/** Items of a generation: there are two, of which the older one goes when the younger is full. */
const maxItems = 5000;

export type ItemCache = ReturnType<typeof itemCache>;

/**
 * Texts of items that were read by their keys lately. Each read from the file takes locks, which cost more than the
 * look-up itself. Only the engine that writes may have one: it forgets an item before it changes.
 */
export function itemCache() {
  let young = new Map<string, string>();
  let old = new Map<string, string>();
  const nameOf = (table: number, { pk, sk }: KeyText) => `${table} ${pk.length} ${pk} ${sk}`;

  function keep(name: string, text: string): void {
    if (young.size >= maxItems) {
      old = young;
      young = new Map();
    }
    young.set(name, text);
  }

  return {
    /** The text, read by `read` unless it is known. */
    get(table: number, key: KeyText, read: () => string | undefined): string | undefined {
      const name = nameOf(table, key);
      const known = young.get(name);
      if (known !== undefined) return known;
      const text = old.get(name) ?? read();
      if (text !== undefined && text.length <= maxCharacters) keep(name, text);
      return text;
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
