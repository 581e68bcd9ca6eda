// Slow: it tries every endpoint.
import fc from 'fast-check';
import { endpoints, groups } from '#functions/groups.ts';
import type { AnyEndpoint, Auth } from '#shared/http/endpoint.ts';
import { refusesUnknownFields } from '#shared/http/unknown-fields.ts';
import { refusesUnknownQuery } from '#shared/http/unknown-query.ts';
import { cpuClock } from '#test/kit/cpu-clock.ts';
import { isNight } from '#test/kit/tier.ts';
import { ask } from './http/ask.ts';
import { withCredentials } from './http/credentials.ts';
import { fuzzed, fuzzedCases, jsonText, nested, odd } from './http/fuzzing.ts';

const { createKey, listKeys, revokeKey } = groups.keys;
const { readConversion } = groups.events;
const { reportConversions } = groups.reports;
const { sendConversion } = groups.conversions;
const { createSession, sendPixelEvents } = groups.pixel;
const { generateTemplatePrompt } = groups.prompts;

let advertiser: Awaited<ReturnType<typeof fuzzed>>['advertiser'];
let sid: string;
let call: Awaited<ReturnType<typeof fuzzed>>['call'];
beforeAll(async () => {
  ({ advertiser, sid, call } = await fuzzed());
});
/** `FUZZ_SCALE=3 npm test -- test/fuzz` tries three times as many. */
const scale = Number(process.env.FUZZ_SCALE ?? (isNight ? 1 : 0.1));
vi.setConfig({ testTimeout: 120_000 * Math.max(1, scale), hookTimeout: 120_000 * Math.max(1, scale) });
const runs = (numRuns: number) => ({ numRuns: Math.ceil(numRuns * scale) });
afterAll(() => {
  if (scale > 1) process.stderr.write(`fuzz: ${fuzzedCases()} cases\n`);
});

const posts: [name: string, endpoint: AnyEndpoint, valid: () => object][] = [
  ['server-events', sendConversion, () => ({ ...sendConversion.example.body, svc_click_id: sid, occurred_at: '2026-11-21T09:30:00Z' })],
  [
    'a batch',
    sendConversion,
    () => ({
      events: [
        {
          id: 'b1',
          type: 'order-created',
          timestamp_ms: 1_795_000_000_000,
          data: { amount: 5, currency: 'USD', svc_click_id: sid },
        },
      ],
    }),
  ],
  [
    'sessions',
    createSession,
    () => ({
      ...createSession.example.body,
      key: advertiser.pixelKey,
      referrer: 'https://x.example',
      consent: true,
    }),
  ],
  [
    'pixel events',
    sendPixelEvents,
    () => ({
      key: advertiser.pixelKey,
      sid,
      events: [{ event_type: 'a', url: 'https://x.example', properties: { a: 1 } }],
    }),
  ],
  ['createKey', createKey, () => ({ ...createKey.example.body, allowed_origins: ['https://shop.example'], kind: 'public' })],
  ['generateTemplatePrompt', generateTemplatePrompt, () => ({ ...generateTemplatePrompt.example.body })],
];

describe.each(posts)('%s', (_, endpoint, valid) => {
  it('answers any JSON', async () => {
    await fc.assert(
      fc.asyncProperty(jsonText, async (raw) => void (await call(endpoint, { raw }))),
      runs(300),
    );
  });

  it('answers any mutation of a valid body: fields replaced, repeated, added', async () => {
    const names = Object.keys({
      ...endpoint.example.body,
      occurred_at: 0,
      properties: 0,
      events: 0,
      validate_only: 0,
      data: 0,
      id: 0,
    });
    const name = fc.oneof(fc.constantFrom(...names), fc.constantFrom('__proto__', 'constructor', 'toString', ''), fc.string());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, jsonText), { minLength: 1, maxLength: 3 }), async (changes) => {
        const fields = changes.map(([field, value]) => `${JSON.stringify(field)}:${value}`).join();
        const body = JSON.stringify(valid());
        await call(endpoint, { raw: `${body.slice(0, -1)},${fields}}` });
        await call(endpoint, { raw: body.replace(/(?<=[[:]){/, `{${fields},`) });
      }),
      runs(120),
    );
  });

  it('answers any bytes, and a valid body cut or spoiled anywhere', async () => {
    const spoiled = fc.tuple(fc.nat(), fc.nat(255), fc.boolean()).map(([at, byte, cut]) => {
      const bytes = Uint8Array.from(Buffer.from(JSON.stringify(valid())));
      if (cut) return bytes.slice(0, at % bytes.length);
      bytes[at % bytes.length] = byte;
      return bytes;
    });
    const bytes = fc.uint8Array({ maxLength: 200 }).map((some) => Uint8Array.from(some));
    await fc.assert(
      fc.asyncProperty(fc.oneof(bytes, spoiled), async (raw) => void (await call(endpoint, { raw }))),
      runs(300),
    );
  });

  it('answers any headers', async () => {
    const token = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,40}$/);
    const known = [
      '__proto__',
      'constructor',
      'hasOwnProperty',
      'x-request-id',
      'origin',
      'content-type',
      'content-encoding',
      'x-forwarded-for',
      'host',
    ];
    const value = fc.string({
      unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code === 0x7f ? 0x20 : code)),
      maxLength: 300,
    });
    const headers = fc.array(fc.tuple(fc.oneof(token, fc.constantFrom(...known)), value), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(headers, async (some) => void (await call(endpoint, { raw: JSON.stringify(valid()), headers: some }))),
      runs(200),
    );
  });

  it.each([
    ['nested 100,000 deep', nested('[', ']', '', 100_000)],
    ['nested 100,000 deep around a long number', nested('{"a":', '}', '12345678901234567890', 100_000)],
    ['a number of 400 digits', '9'.repeat(400)],
    ['a number of 400,000 digits', `1${'0'.repeat(400_000)}1`],
    ['a tiny number of 400,000 digits', `0.${'0'.repeat(400_000)}1`],
    ['a number with a huge exponent', '1.0000000000000001e-99999'],
    ['a text of 400,000 characters', JSON.stringify('a'.repeat(400_000))],
    ['20,000 fields', `{${Array.from({ length: 20_000 }, (_, i) => `"k${i}":1`).join()}}`],
  ])('answers in time whatever field is %s', async (_, text) => {
    const body = JSON.stringify(valid());
    for (const field of [...Object.keys(valid()), 'value', 'properties', 'data', 'amount', 'unknown']) {
      const started = cpuClock();
      const inside = body.replace(/(?<=[[:]){/, `{${JSON.stringify(field)}:${text},`);
      await call(endpoint, { raw: `${inside.slice(0, -1)},${JSON.stringify(field)}:${text}}` });
      expect(cpuClock() - started).toBeLessThan(2000);
    }
  });
});

it('createKey refuses a name that cannot be stored or shown', async () => {
  for (const name of ['\ud800', 'a\udc00b', 'a\u0000b', 'a\nb', '\u001b[31m']) {
    const { status, text } = await call(createKey, {
      raw: JSON.stringify({ ...createKey.example.body, name }),
    });
    expect([name, status, text.includes('"name"')]).toEqual([name, 422, true]);
  }
});

describe('the readers', () => {
  beforeAll(async () => {
    ({ call } = await fuzzed());
  });
  const gets: [AnyEndpoint, string[]][] = [
    [reportConversions, ['from', 'to', 'group_by', 'time_basis']],
    [readConversion, ['environment']],
    [listKeys, ['limit']],
  ];
  const value = fc.oneof(
    fc.constantFrom(
      '0000-01-01',
      '0000-01-15',
      '0001-01-01',
      '9999-12-31',
      '2026-02-29',
      '2024-02-29',
      '2026-11-21',
      '10000-01-01',
      '-000001-01-01',
    ),
    fc.constantFrom('live', 'test', 'day', 'day,day', 'currency', ',', 'campaign,__proto__', 'occurred', 'click', ...odd),
    fc.string({ unit: 'binary' }),
  );

  it.each(gets)('the readers answer any query: %#', async (endpoint, names) => {
    const name = fc.oneof(fc.constantFrom(...names), fc.constantFrom('__proto__', 'constructor', ''), fc.string());
    const search = fc.oneof(
      fc.array(fc.tuple(name, value), { maxLength: 5 }).map((pairs) => `?${new URLSearchParams(pairs)}`),
      fc.stringMatching(/^\?[%&=+;a-z0-9]{0,60}$/),
    );
    await fc.assert(
      fc.asyncProperty(search, async (some) => void (await call(endpoint, { search: some }))),
      runs(300),
    );
  });

  it('the readers answer any id in the path, also of the most bytes', async () => {
    const segment = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1200 }).map((text) => encodeURIComponent(text.toWellFormed())),
      fc.stringMatching(/^[%a-zA-Z0-9~!@$&()*+,;=:'.-]{1,60}$/),
      fc.integer({ min: 200, max: 1100 }).map((length) => encodeURIComponent('日'.repeat(length))),
    );
    await fc.assert(
      fc.asyncProperty(segment, async (id) => {
        if (/^(\.|%2e){1,2}$/i.test(id)) return;
        for (const endpoint of [readConversion, revokeKey]) await call(endpoint, { path: endpoint.path.replace(/\{\w+\}/, () => id) });
      }),
      runs(300),
    );
  });
});

describe('a surplus name', () => {
  const name = fc
    .oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ maxLength: 40 }),
      fc.constantFrom('__proto__', 'constructor', 'dry_run', 'dryRun', 'user', 'id ', 'limit[]', '__'),
    )
    .map((text) => `${text.toWellFormed()}-surplus`);
  const own = ['hasOwnProperty', 'toString', ' ', ''];
  type Refused = { type: string; loc: unknown[] };
  const refused = (json: unknown): Refused[] => {
    const { detail } = (json ?? {}) as { detail?: Refused[] | string };
    return Array.isArray(detail) ? detail.filter(({ type }) => type === 'extra_forbidden') : [];
  };

  it('a surplus name in the query or the body is refused by every operation that reads strictly, and by no other', async () => {
    const { app, good } = await withCredentials();
    await fc.assert(
      fc.asyncProperty(fc.oneof(name, fc.constantFrom(...own)), jsonText, async (surplus, value) => {
        for (const endpoint of endpoints) {
          const credentials = good[endpoint.auth as Auth]();
          const inQuery = await ask(app.send, endpoint, { credentials, query: { [surplus]: 'x' } });
          expect([endpoint.id, refused(inQuery.json).map(({ loc }) => loc)]).toEqual([
            endpoint.id,
            refusesUnknownQuery(endpoint) ? [['query', surplus]] : [],
          ]);
          if (!refusesUnknownFields(endpoint)) continue;
          const body = JSON.stringify({ ...endpoint.example.body, ...credentials.body });
          const raw = body.replace(/}$/, `${body === '{}' ? '' : ','}${JSON.stringify(surplus)}:${value}}`);
          const inBody = await ask(app.send, endpoint, { credentials, raw });
          expect([endpoint.id, inBody.status]).toEqual([endpoint.id, 422]);
          expect(refused(inBody.json).map(({ loc }) => loc)).toEqual([['body', surplus]]);
        }
      }),
      runs(3),
    );
  });
});
