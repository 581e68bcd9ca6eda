import fc from 'fast-check';
import { groups } from '#functions/groups.ts';
import { redactPersonalData } from '#shared/conversions/rules/personal-data.ts';
import { parseExactly } from '#shared/values/json.ts';
import { pathOf } from './ask.ts';
import { fuzzed } from './fuzzing.ts';

const { readConversion } = groups.events;
const { sendConversion } = groups.conversions;

describe('a valid event', () => {
  const scale = 10n ** 20n;
  const amount = fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 12n * scale }), fc.bigInt({ min: 0n, max: 10n ** 22n }));
  const forms: ((n: bigint) => string)[] = [
    (n) => `${n / scale}.${String(n % scale).padStart(20, '0')}`,
    (n) => `${n}e-20`,
    (n) => `${n}.0E-20`,
    (n) => `0.${String(n).padStart(33, '0')}e13`,
  ];
  const scaled = (text: string) => {
    const [, whole = '', fraction = ''] = /^(\d+)\.(\d{2,20})$/.exec(text) ?? [];
    return BigInt(whole + fraction.padEnd(20, '0'));
  };
  const letters = fc.stringMatching(/^[A-Za-z]{3}$/);
  const properties = fc.dictionary(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.oneof({ weight: 3, arbitrary: fc.json({ stringUnit: 'binary', maxDepth: 3 }) }, fc.stringMatching(/^-?[1-9][0-9]{15,25}$/)),
    { maxKeys: 8, noNullPrototype: true },
  );
  let events = 0;
  let sid: string;
  let call: Awaited<ReturnType<typeof fuzzed>>['call'];
  beforeAll(async () => {
    ({ sid, call } = await fuzzed());
  });

  it('a valid event is accepted, and its receipt shows the exact value, the currency and the redacted properties', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          value: fc.tuple(amount, fc.constantFrom(...forms)),
          currency: letters,
          properties,
          type: fc.stringMatching(/^[a-z][a-z0-9]{0,9}(_[a-z0-9]{1,9}){0,4}$/),
          // An ID that ends after a separator, or in a word for a missing ID, is incomplete.
          suffix: fc.string({ unit: 'grapheme', maxLength: 80 }).filter((text) => !/[\p{Cc}:]/u.test(text)),
          click: fc.constantFrom('known', 'nobody'),
        }),
        async ({ value: [n, form], currency, properties: some, type, suffix, click }) => {
          const event_id = `${++events}${suffix}`.trim();
          const fields = Object.entries(some).map(([name, text]) => `${JSON.stringify(name)}:${text}`);
          const sentProperties = `{${fields.join()}}`;
          const head = {
            event_type: type,
            event_id,
            svc_click_id: click === 'known' ? sid : 's_nobody',
            currency,
          };
          const raw = `${JSON.stringify(head).slice(0, -1)},"value":${form(n)},"properties":${sentProperties}}`;
          const answer = await call(sendConversion, { raw });
          expect(answer.status).toBe(click === 'known' ? 200 : 202);
          expect(answer.json).toMatchObject({ accepted: true, duplicate: false, event_id, event_type: type });
          const receipt = await call(readConversion, { path: pathOf(readConversion, { event_id }) });
          expect(receipt.json).toMatchObject({
            event_id,
            event_type: type,
            currency: currency.toUpperCase(),
            matched: click === 'known',
          });
          const { value, properties: kept } = parseExactly(receipt.text) as {
            value: string;
            properties: unknown;
          };
          expect([n, scaled(value)]).toEqual([n, n]);
          const expected = redactPersonalData(parseExactly(sentProperties) as Record<string, unknown>).properties;
          expect(JSON.stringify(kept)).toBe(JSON.stringify(expected));
        },
      ),
      { numRuns: 300 },
    );
  });
});
