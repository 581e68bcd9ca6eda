import fc from 'fast-check';
import { safeFetch } from '#shared/web/safe-fetch.ts';
import { AddressRefused } from '#shared/web/web.ts';
import { isPublic } from '#test/web/farm/public-internet.ts';

const runs = 3000;

function webWith(addresses: readonly string[]) {
  const dialled: string[] = [];
  const web = safeFetch({
    userAgent: 'farm',
    resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    dial({ addresses }) {
      dialled.push(...addresses.map(({ address }) => address));
      throw Object.assign(new Error('Far enough.'), { code: 'ECONNREFUSED' });
    },
  });
  const visit = async (url: string) => {
    const error = await web.fetch({ url, kind: 'page' }).catch((error: Error) => error);
    return error instanceof AddressRefused ? 'refused' : 'tried';
  };
  return { dialled, visit };
}

const byte = fc.integer({ min: 0, max: 255 });
const group = fc.integer({ min: 0, max: 0xffff });
/** Addresses next to the borders of these ranges are tried often. */
const firstByte = fc.oneof(byte, fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 203, 224, 240, 255));
const secondByte = fc.oneof(byte, fc.constantFrom(0, 2, 15, 16, 18, 19, 31, 32, 51, 52, 63, 64, 88, 127, 128, 168, 175, 254));
const four = fc.tuple(firstByte, secondByte, byte, byte);
const dotted = (bytes: readonly number[]) => bytes.join('.');
const hexGroup = (value: number) => value.toString(16);
const prefix = fc.oneof(
  group,
  fc.constantFrom(
    0,
    0x64,
    0x100,
    0x1fff,
    0x2000,
    0x2001,
    0x2002,
    0x2620,
    0x3fff,
    0x3ffe,
    0x4000,
    0x5f00,
    0xfc00,
    0xfd00,
    0xfe80,
    0xfec0,
    0xff02,
  ),
);
const six = fc.oneof(
  fc
    .tuple(prefix, fc.oneof(group, fc.constantFrom(0, 1, 0xdb8, 0xff9b, 0x4f, 0x10)), group, group, group, group, group, group)
    .map((groups) => groups.map(hexGroup).join(':')),
  fc
    .tuple(fc.constantFrom('::ffff:', '::', '::ffff:0:', '64:ff9b::', '64:ff9b:1::', '2001::'), four)
    .map(([before, bytes]) => before + dotted(bytes)),
  four.map(([a, b, c, d]) => `2002:${hexGroup(a * 256 + b)}:${hexGroup(c * 256 + d)}::1`),
);
const address = fc.oneof(four.map(dotted), six);

const written = (value: number) =>
  fc.constantFrom(
    String(value),
    `0x${value.toString(16)}`,
    `0X${value.toString(16).toUpperCase()}`,
    `0${value.toString(8)}`,
    `0x000${value.toString(16)}`,
  );
const circled = (text: string) => text.replace(/\d/g, (digit) => (digit === '0' ? '⓪' : String.fromCodePoint(0x245f + Number(digit))));
const wide = (text: string) => text.replace(/[\d.]/g, (sign) => (sign === '.' ? '。' : String.fromCodePoint(0xff10 + Number(sign))));
const percent = (text: string) => text.replace(/./g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** URL parsers accept most of these notations of an address. */
const notation = four.chain(([a, b, c, d]) =>
  fc
    .oneof(
      written(((a * 256 + b) * 256 + c) * 256 + d),
      fc.tuple(written(a), written((b * 256 + c) * 256 + d)).map((parts) => parts.join('.')),
      fc.tuple(written(a), written(b), written(c * 256 + d)).map((parts) => parts.join('.')),
      fc.tuple(written(a), written(b), written(c), written(d)).map((parts) => parts.join('.')),
      fc.constantFrom(...[circled, wide, percent].map((write) => write(dotted([a, b, c, d])))),
      fc.constantFrom('::ffff:', '::', '64:ff9b::').map((before) => `[${before}${dotted([a, b, c, d])}]`),
    )
    .chain((host) => fc.constantFrom(host, host.endsWith(']') ? host : `${host}.`)),
);

it('connects to nothing but public addresses, and to all of a name’s or none, whatever name servers answer', async () => {
  let [refused, tried] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(address, { minLength: 1, maxLength: 3 }), fc.constantFrom('http', 'https'), async (addresses, scheme) => {
      const { dialled, visit } = webWith(addresses);
      const end = await visit(`${scheme}://shop.example.com/`);
      const allPublic = addresses.every(isPublic);
      expect(end).toBe(allPublic ? 'tried' : 'refused');
      expect(dialled).toEqual(allPublic ? addresses : []);
      if (allPublic) tried++;
      else refused++;
    }),
    { numRuns: runs },
  );
  expect(Math.min(refused, tried)).toBeGreaterThan(runs / 20);
});

it('takes an address for no name, however it is written', async () => {
  await fc.assert(
    fc.asyncProperty(notation, fc.constantFrom('', ':80', ':443', ':8080'), async (host, port) => {
      const { dialled, visit } = webWith(['93.184.215.14']);
      expect(await visit(`http://${host}${port}/`)).toBe('refused');
      expect(dialled).toEqual([]);
    }),
    { numRuns: runs },
  );
});

it('takes text of any kind for an address of the public web, or refuses it', async () => {
  const { visit } = webWith(['10.0.0.1']);
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc.webUrl().map((url) => url.replace('://', '://x@')),
  );
  await fc.assert(
    fc.asyncProperty(text, async (url) => {
      expect(await visit(url)).toBe('refused');
    }),
    { numRuns: runs },
  );
});
