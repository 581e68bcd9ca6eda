import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';

// The format is in "WAL File Format" of SQLite's documentation.
const headerBytes = 32;
const frameHeaderBytes = 24;
/** SQLite's log usually has this page size, which a damaged header does not reveal. */
const usualPageBytes = 2048;
/** With the last bit, checksums read big-endian words. */
const magic = 0x377f0682;

type Sums = [number, number];

/** The checksum covers `bytes` bytes, a multiple of 8. */
function checksum([s, t]: Sums, words: Uint32Array, from: number, bytes: number): Sums {
  let [a, b] = [s, t];
  for (let at = from / 4; at < (from + bytes) / 4; at += 2) {
    a = (a + (words[at] as number) + b) >>> 0;
    b = (b + (words[at + 1] as number) + a) >>> 0;
  }
  return [a, b];
}

/** A power cut leaves wrong checksums where writes had no answer yet; a faulty disk leaves them anywhere. */
export function damagedFrames(walPath: string): number {
  if (!existsSync(walPath)) return 0;
  const file = openSync(walPath, 'r');
  try {
    const { size } = fstatSync(file);
    const header = Buffer.alloc(headerBytes);
    if (size < headerBytes || readSync(file, header, 0, headerBytes, 0) < headerBytes) return 0;
    const isBigEndian = (header.readUInt32BE(0) & 1) === 1;
    const wordsOf = (bytes: Buffer) => {
      const copy = Buffer.from(new Uint8Array(bytes).buffer);
      if (isBigEndian) copy.swap32();
      return new Uint32Array(copy.buffer);
    };
    const pageBytes = header.readUInt32BE(8);
    const isSame = ([a, b]: Sums, bytes: Buffer, at: number) => bytes.readUInt32BE(at) === a && bytes.readUInt32BE(at + 4) === b;
    let sums = checksum([0, 0], wordsOf(header), 0, 24);
    if (header.readUInt32BE(0) >>> 1 !== magic >>> 1 || !isSame(sums, header, 24))
      return Math.floor((size - headerBytes) / (frameHeaderBytes + usualPageBytes));
    const salts: Sums = [header.readUInt32BE(16), header.readUInt32BE(20)];
    const frame = Buffer.alloc(frameHeaderBytes + pageBytes);
    let [firstWrong, lastOfLog] = [Number.POSITIVE_INFINITY, -1];
    for (let at = 0; headerBytes + (at + 1) * frame.length <= size; at++) {
      readSync(file, frame, 0, frame.length, headerBytes + at * frame.length);
      // Older frames, which SQLite will overwrite, have other salts.
      const isOfLog = isSame(salts, frame, 8);
      if (isOfLog) lastOfLog = at;
      if (firstWrong <= at) continue;
      const words = wordsOf(frame);
      sums = checksum(checksum(sums, words, 0, 8), words, frameHeaderBytes, pageBytes);
      if (!isOfLog || !isSame(sums, frame, 16)) firstWrong = at;
    }
    return Math.max(0, lastOfLog - firstWrong + 1);
  } finally {
    closeSync(file);
  }
}
