import type { ReadShape } from './shape.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The shape of an animated file is that of its first image. */
export const readPng: ReadShape = (bytes) => {
  if (!bytes.subarray(0, 8).equals(signature)) return undefined;
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  let hasPixels = false;
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (type === 'IDAT') hasPixels = true;
    if (type === 'IEND') return hasPixels ? { width, height, isAnimated: false } : null;
  }
  return null;
};
