/** Each pack has at most `maxBytes` as JSON, which is more than its size in the store. An entry is never split. */
export function packsOf<T>(entries: readonly T[], maxBytes: number): T[][] {
  const packs: T[][] = [];
  let bytes = maxBytes;
  for (const entry of entries) {
    const more = Buffer.byteLength(JSON.stringify(entry)) + 1;
    if (bytes + more > maxBytes) {
      packs.push([]);
      bytes = 0;
    }
    packs.at(-1)?.push(entry);
    bytes += more;
  }
  return packs;
}
