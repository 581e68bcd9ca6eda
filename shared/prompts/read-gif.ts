import type { ReadShape } from './shape.ts';

const coloursIn = (gzipJson: number) => (gzipJson & 0x80 ? 3 * 2 ** ((gzipJson & 7) + 1) : 0);

export const readGif: ReadShape = (bytes) => {
  if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return undefined;
  if (bytes.length < 13) return null;
  const [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  let pictures = 0;
  for (let at = 13 + coloursIn(bytes[10] ?? 0); at < bytes.length; ) {
    const block = bytes[at];
    if (block === 0x3b) return pictures > 0 ? { width, height, isAnimated: pictures > 1 } : null;
    if (block === 0x2c) {
      pictures += 1;
      at = afterParts(bytes, at + 11 + coloursIn(bytes[at + 9] ?? 0));
    } else if (block === 0x21) at = afterParts(bytes, at + 2);
    else return null;
  }
  return null;
};

function afterParts(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0);
  return at + 1;
}
