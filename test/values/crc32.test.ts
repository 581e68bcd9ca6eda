import * as zlib from 'node:zlib';
import { crc32 } from '#shared/values/crc32.ts';
import { randomText } from '#shared/values/ids.ts';

it('is the CRC-32 of zlib', () => {
  for (const text of ['', 'a', '123456789', 'sk_live_', ...Array.from({ length: 200 }, (_, i) => randomText(i))])
    expect(crc32(text)).toBe(zlib.crc32(text));
});
