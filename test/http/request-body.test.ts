import { gzipSync } from 'node:zlib';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
let advertiser: Awaited<ReturnType<typeof newAdvertiser>>;
let events = 0;
beforeAll(async () => {
  app = await startApp(await newWorld());
  advertiser = await newAdvertiser(app);
});

const order = (fields: object = {}) =>
  JSON.stringify({
    event_type: 'order_created',
    event_id: `order:${++events}`,
    svc_click_id: 's_nobody',
    properties: { city: 'München 東京' },
    ...fields,
  });

async function send(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const response = await app.send(
    new Request('http://api/api/v1/pixel/server-events', {
      method: 'POST',
      headers: { ...advertiser.key, 'content-type': 'application/json', ...headers },
      body,
    }),
  );
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const gzip = (text: string) => Uint8Array.from(gzipSync(text));
const encoded = (encoding: string) => ({ 'content-encoding': encoding });

describe('a request body', () => {
  it('a request body is read behind a byte order mark', async () => {
    expect(await send(`\ufeff${order()}`)).toMatchObject({ status: 202 });
    const bytes = Uint8Array.from([0xef, 0xbb, 0xbf, ...Buffer.from(order())]);
    expect(await send(bytes)).toMatchObject({ status: 202 });
  });

  it('a request body is JSON, also when only a byte order mark is left of it', async () => {
    expect(await send('\ufeff')).toMatchObject({ status: 422, body: { detail: [{ type: 'json_invalid' }] } });
    expect(await send(`${order()}\ufeff`)).toMatchObject({ status: 422 });
  });

  it.each(['gzip', 'GZIP', ' gzip ', 'x-gzip'])('a request body is read with Content-Encoding: %s', async (encoding) => {
    const body = order();
    expect(await send(gzip(body), encoded(encoding))).toMatchObject({ status: 202 });
    expect(await send(body)).toMatchObject({ status: 200, body: { duplicate: true } });
  });

  it('a request body is read with a byte order mark inside gzip', async () => {
    expect(await send(gzip(`\ufeff${order()}`), encoded('gzip'))).toMatchObject({ status: 202 });
  });

  it('a request body is read as it is with Content-Encoding: identity, or when the gateway has decoded it already', async () => {
    expect(await send(order(), encoded('identity'))).toMatchObject({ status: 202 });
    expect(await send(order(), encoded('gzip'))).toMatchObject({ status: 202 });
  });

  it.each(['br', 'deflate', 'zstd', 'gzip, gzip', 'utf-8'])(
    'a request body is 415 with Content-Encoding: %s, with a sentence, and stores nothing',
    async (encoding) => {
      const body = order();
      expect(await send(body, encoded(encoding))).toMatchObject({
        status: 415,
        body: { code: 'unsupported_encoding', detail: expect.stringContaining('gzip') },
      });
      expect(await send(body)).toMatchObject({ status: 202, body: { duplicate: false } });
    },
  );

  it('a request body is 422 when its gzip is damaged', async () => {
    const damaged = gzip(order()).slice(0, -12);
    expect(await send(damaged, encoded('gzip'))).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'json_invalid', loc: ['body'] }] },
    });
  });

  it.each([
    ['1 MB of one event', 1_100_000],
    ['100 MB', 100_000_000],
  ])('a request body is 413 when gzip hides more than the limit: %s', async (_, size) => {
    const body = gzip(order({ note: ' '.repeat(size) }));
    expect(body.length).toBeLessThan(200_000);
    expect(await send(body, encoded('gzip'))).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large' },
    });
  });

  it('a request body may be a compressed batch of more than 1 MB', async () => {
    const items = Array.from({ length: 1000 }, (_, i) => ({
      event_type: 'order_created',
      event_id: `batch:${i}`,
      properties: { note: 'x'.repeat(1500) },
    }));
    const body = JSON.stringify({ events: items, validate_only: true });
    expect(body.length).toBeGreaterThan(1_500_000);
    expect(await send(gzip(body), encoded('gzip'))).toMatchObject({ status: 202 });
  });
});
