type Shape = { width: number; height: number; isAnimated: boolean } | null;

export type ReadShape = (bytes: Buffer) => Shape | undefined;

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The shape of an animated file is that of its first image. */
export const readPng: ReadShape = (bytes) => {
  if (!bytes.subarray(0, 8).equals(pngSignature)) return undefined;
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

const jpegEnd = Buffer.from([0xff, 0xd9]);
const jpegScan = 0xda;
/** A frame starts with C0 to CF, except the tables (C4, CC) and the reserved C8. */
const isJpegFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

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
    if (isJpegFrame(marker)) [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
    if (marker === jpegScan) return bytes.lastIndexOf(jpegEnd) > at + size ? { width, height, isAnimated: false } : null;
    if (size < 2) return null;
    at += 2 + size;
  }
  return null;
};

export const readWebp: ReadShape = (bytes) => {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined;
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

const gifColours = (gzipJson: number) => (gzipJson & 0x80 ? 3 * 2 ** ((gzipJson & 7) + 1) : 0);

export const readGif: ReadShape = (bytes) => {
  if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return undefined;
  if (bytes.length < 13) return null;
  const [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  let pictures = 0;
  for (let at = 13 + gifColours(bytes[10] ?? 0); at < bytes.length; ) {
    const block = bytes[at];
    if (block === 0x3b) return pictures > 0 ? { width, height, isAnimated: pictures > 1 } : null;
    if (block === 0x2c) {
      pictures += 1;
      at = afterGifParts(bytes, at + 11 + gifColours(bytes[at + 9] ?? 0));
    } else if (block === 0x21) at = afterGifParts(bytes, at + 2);
    else return null;
  }
  return null;
};

function afterGifParts(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0);
  return at + 1;
}
