import type { ReadShape } from './shape.ts';

const end = Buffer.from([0xff, 0xd9]);
const scan = 0xda;
/** A frame starts with C0 to CF, except the tables (C4, CC) and the reserved C8. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** A truncated file has no end mark and is invalid. */
export const readJpeg: ReadShape = (bytes) => {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8 || bytes[2] !== 0xff) return undefined;
  let [width, height] = [0, 0];
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const size = bytes.readUInt16BE(at + 2);
    if (isFrame(marker)) [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
    if (marker === scan)
      return bytes.lastIndexOf(end) > at + size ? { width, height, isAnimated: false } : null;
    if (size < 2) return null;
    at += 2 + size;
  }
  return null;
};
