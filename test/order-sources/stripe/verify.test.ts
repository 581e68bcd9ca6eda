import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import Stripe from 'stripe';
import { verify } from '#shared/order-sources/stripe/verify.ts';

const body = '{"id":"evt_1","object":"event","type":"x","data":{"object":{}}}';
const secret = 'whsec_a';
const time = 1_790_000_000;
/** The package stripe 23.1.0 signed the body on 2026-11-28. */
const recorded = '5093a22d0bfb830137e2ed531139993bdda2e94eff2427ef9a0e17f0568e1ebe';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const signatureOf = (content: string | Uint8Array, { at = time, by = secret }: { at?: number | string; by?: string } = {}) =>
  createHmac('sha256', by).update(`${at}.`).update(content).digest('hex');
const faultOf = (header: string | undefined, { after = 0, secrets = [secret], content = bytesOf(body) } = {}) =>
  verify({ headers: { 'stripe-signature': header }, body: content }, { secrets, now: (time + after) * 1000 });

describe("the signature of Stripe's deliveries", () => {
  it('the recorded signature of the official package holds', () => {
    expect(faultOf(`t=${time},v1=${recorded}`)).toBeNull();
  });

  it.each([
    ['4 s old', `t=${time},v1=${recorded}`, 4, null],
    ['6 s old', `t=${time},v1=${recorded}`, 6, null],
    ['299 s old', `t=${time},v1=${recorded}`, 299, null],
    ['300 s old', `t=${time},v1=${recorded}`, 300, null],
    ['301 s old', `t=${time},v1=${recorded}`, 301, 'untimely'],
    ['60 s ahead', `t=${time},v1=${recorded}`, -60, null],
    ['300 s ahead', `t=${time},v1=${recorded}`, -300, null],
    ['301 s ahead', `t=${time},v1=${recorded}`, -301, 'untimely'],
    ['3,600 s ahead', `t=${time},v1=${recorded}`, -3600, 'untimely'],
    ['two signatures, the good one last', `t=${time},v1=${'0'.repeat(64)},v1=${recorded}`, 0, null],
    ['two signatures, the good one first', `t=${time},v1=${recorded},v1=${'0'.repeat(64)}`, 0, null],
    ['a space after the comma', `t=${time}, v1=${recorded}`, 0, null],
    ['upper-case hex', `t=${time},v1=${recorded.toUpperCase()}`, 0, 'wrong'],
    ['another scheme alone', `t=${time},v0=${recorded}`, 0, 'unreadable'],
    ['another scheme beside it', `t=${time},v0=${'0'.repeat(64)},v1=${recorded}`, 0, null],
    ['no time', `v1=${recorded}`, 0, 'unreadable'],
    ['another time', `t=${time + 1},v1=${recorded}`, 0, 'wrong'],
    ['a part of the signature', `t=${time},v1=${recorded.slice(0, 63)}`, 0, 'wrong'],
    ['an empty header', '', 0, 'missing'],
    ['no header', undefined, 0, 'missing'],
  ])('a header with %s', (_, header, after, fault) => {
    expect(faultOf(header, { after })).toBe(fault);
  });

  it('while secrets rotate, a delivery that either has signed holds', () => {
    const secrets = ['whsec_new', secret];
    expect(faultOf(`t=${time},v1=${recorded}`, { secrets })).toBeNull();
    expect(faultOf(`t=${time},v1=${signatureOf(body, { by: 'whsec_new' })}`, { secrets })).toBeNull();
    expect(faultOf(`t=${time},v1=${recorded}`, { secrets: ['whsec_new'] })).toBe('wrong');
  });

  it('a source without a secret accepts no signature', () => {
    expect(faultOf(`t=${time},v1=${recorded}`, { secrets: [] })).toBe('wrong');
    expect(faultOf(`t=${time},v1=${signatureOf(body, { by: ' ' })}`, { secrets: [' '] })).toBe('wrong');
  });

  it.each([
    ['CRLF', bytesOf('{"a":\r\n1}')],
    ['a byte order mark', bytesOf('\uFEFF{"a":1}')],
    ['letters outside of ASCII', bytesOf('{"a":"Zoë 東京"}')],
    ['bytes that are no UTF-8', Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d)],
    ['a megabyte', bytesOf(`{"a":"${'x'.repeat(1_000_000)}"}`)],
  ])('a body with %s is judged by its bytes', (_, content) => {
    expect(faultOf(`t=${time},v1=${signatureOf(content)}`, { content })).toBeNull();
    expect(faultOf(`t=${time},v1=${signatureOf(content)}`, { content: content.slice(0, -1) })).toBe('wrong');
  });

  it('the official package and this service judge 1,000 deliveries alike, but for spaces after commas and times ahead', () => {
    const seed = Number(process.env.SIGNATURE_SEED ?? Date.now() % 1e9);
    const { signature } = new Stripe('sk_test_any').webhooks;
    const hasPackage = (content: Uint8Array, header: string, by: string, now: number) => {
      try {
        return signature?.verifyHeader(content, header, by, 300, undefined, now) ?? false;
      } catch {
        return false;
      }
    };
    const content = fc.oneof(
      fc.string({ unit: 'binary' }).map(bytesOf),
      fc.uint8Array(),
      fc.json().map((text) => bytesOf(`\uFEFF${text}`)),
    );
    const offset = fc.oneof(fc.integer({ min: -301, max: 301 }), fc.constantFrom(-300, 0, 300, 3600));
    const piece = fc.constantFrom(
      'good',
      'good',
      'decoded',
      'rotated',
      'wrong',
      'upper',
      'v0',
      'short',
      'empty',
      'blank',
      'otherTime',
      'long time',
      'spaced',
    );
    const pieces = fc.array(piece, { maxLength: 4 });
    let accepted = 0;
    fc.assert(
      fc.property(content, offset, pieces, fc.boolean(), fc.nat(999), (sent, after, names, isTimeLast, ms) => {
        const good = signatureOf(sent);
        const texts: Record<(typeof names)[number], string> = {
          good: `v1=${good}`,
          decoded: `v1=${signatureOf(new TextDecoder().decode(sent))}`,
          rotated: `v1=${signatureOf(sent, { by: 'whsec_b' })}`,
          wrong: `v1=${signatureOf('other')}`,
          upper: `v1=${good.toUpperCase()}`,
          v0: `v0=${good}`,
          short: `v1=${good.slice(1)}`,
          empty: 'v1',
          blank: 'v1=',
          otherTime: `t=${time - 7}`,
          'long time': `t=${time}.5`,
          spaced: `v1=${good} `,
        };
        const parts = names.map((name) => texts[name]);
        const header = (isTimeLast ? [...parts, `t=${time}`] : [`t=${time}`, ...parts]).join(',');
        const now = (time + after) * 1000 + ms;
        const secrets = [secret, 'whsec_b'];
        const isOurs = (text: string) => verify({ headers: { 'stripe-signature': text }, body: sent }, { secrets, now }) === null;
        const [, stated] = /.*(?:^|,)t=(\d+)/.exec(header) ?? [];
        const isAhead = Math.floor(now / 1000) - Number(stated) < -300;
        const isTheirs = secrets.some((by) => hasPackage(sent, header, by, now));
        // The package decodes a body, so it refuses the signature of a byte order mark and of bytes that are no UTF-8.
        const isText = Buffer.from(new TextDecoder().decode(sent)).equals(sent);
        if (isText || isTheirs) expect(isOurs(header)).toBe(isTheirs && !isAhead);
        expect(isOurs(header.replaceAll(',', ', '))).toBe(isOurs(header));
        if (isTheirs) accepted++;
      }),
      { seed, numRuns: 1000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});
