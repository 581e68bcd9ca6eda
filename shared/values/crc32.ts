import { once } from './once.ts';

const tableOf = once(() =>
  Uint32Array.from({ length: 256 }, (_, byte) => {
    let rest = byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
    return rest;
  }),
);

/** ISO 3309 defines the polynomial. `node:zlib` has CRC-32 too, but loads slowly. */
export function crc32(text: string): number {
  const table = tableOf();
  let rest = 0xffffffff;
  for (let i = 0; i < text.length; i++) rest = (rest >>> 8) ^ (table[(rest ^ text.charCodeAt(i)) & 0xff] as number);
  return (rest ^ 0xffffffff) >>> 0;
}
