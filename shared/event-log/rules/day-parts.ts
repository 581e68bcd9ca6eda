/** In which part of a busy day a row lies, by its id; `undefined` where the day has no parts. */
export function partOf(id: string, parts: number): number | undefined {
  if (parts === 0) return undefined;
  // FNV-1a: ids are hashes or random, and few bits are needed.
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % parts;
}

/** The partitions of a day: that of the time when it was not known to be busy, and its parts. */
export const partsOfDay = (parts: number): (number | undefined)[] => [undefined, ...Array(parts).keys()];

/**
 * Of rows in the order of their sort keys, those that two partitions hold only once: a row that was written again
 * after its day had got parts. The one that was matched late is the later.
 */
export function onceEach<T extends { sk: string }>(rows: readonly T[]): T[] {
  const distinct = new Map<string, T>();
  for (const row of rows) {
    const other = distinct.get(row.sk);
    if (!other || 'matchedAt' in row) distinct.set(row.sk, row);
  }
  return [...distinct.values()];
}

/** Where a page of a day's rows ended: after a sort key in a partition, given by its place in `partsOfDay`. */
export type DayPlace = { part: number; after: string };
