export function partOf(id: string, parts: number): number | undefined {
  if (parts === 0) return undefined;
  // IDs are hashes or random, so FNV-1a suffices.
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % parts;
}

export const partsOfDay = (parts: number): (number | undefined)[] => [undefined, ...Array(parts).keys()];

/** A row may be in two partitions of its day. The row with a late match is the newer copy. */
export function onceEach<T extends { sk: string }>(rows: readonly T[]): T[] {
  const distinct = new Map<string, T>();
  for (const row of rows) {
    const other = distinct.get(row.sk);
    if (!other || 'matchedAt' in row) distinct.set(row.sk, row);
  }
  return [...distinct.values()];
}

export type DayPlace = { part: number; after: string };
