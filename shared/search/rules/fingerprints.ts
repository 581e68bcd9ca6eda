/**
 * Winnowing (Schleimer, Wilkerson and Aiken, 2003) takes the smallest hash of each window. Texts that share
 * `minCharacters` in a row share a fingerprint.
 */
const pieceLength = 8;
const windowStarts = 8;
export const minCharacters = pieceLength + windowStarts - 1;
/** With fewer buckets, the lists would be less selective. */
const buckets = 8192;

export function fingerprintsOf(texts: readonly string[]): Set<string> {
  const names = new Set<string>();
  for (const text of texts) {
    const hashes: number[] = [];
    for (let at = 0; at + pieceLength <= text.length; at++) hashes.push(hashOfPiece(text, at));
    let chosen = -1;
    for (let end = windowStarts - 1; end < hashes.length; end++) {
      const start = end - windowStarts + 1;
      const newest = hashes[end] as number;
      if (chosen >= start && newest > (hashes[chosen] as number)) continue;
      if (chosen >= start) chosen = end;
      else {
        chosen = start;
        for (let at = start + 1; at <= end; at++) if ((hashes[at] as number) <= (hashes[chosen] as number)) chosen = at;
      }
      names.add(`hash#${((hashes[chosen] as number) % buckets).toString(36)}`);
    }
  }
  return names;
}

/** A bucket must reveal no order of texts, so the FNV-1a hash is mixed. */
function hashOfPiece(text: string, at: number): number {
  let hash = 0x811c9dc5;
  for (let i = at; i < at + pieceLength; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
