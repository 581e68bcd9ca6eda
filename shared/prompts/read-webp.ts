import type { ReadShape } from './shape.ts';

export const readWebp: ReadShape = (bytes) => {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return undefined;
  if (bytes.length < 30 || bytes.length < 8 + bytes.readUInt32LE(4)) return null;
  const still = (width: number, height: number) => ({ width, height, isAnimated: false });
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return null;
      return still(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return null;
      const sides = bytes.readUInt32LE(21);
      return still((sides & 0x3fff) + 1, ((sides >>> 14) & 0x3fff) + 1);
    }
    case 'VP8X': {
      const isAnimated = ((bytes[20] ?? 0) & 2) !== 0;
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1, isAnimated };
    }
    default:
      return null;
  }
};
