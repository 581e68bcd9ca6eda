import { createServer, type IncomingMessage } from 'node:http';
import { type ClickSource, clickFrom } from '#packages/node/src/index.ts';

const sid = `s_${'a1B2'.repeat(5)}cD`;
const cookie = `theme=dark; svc_sid=${encodeURIComponent(JSON.stringify({ sid, ts: 1_795_253_400_000, v: 1 }))}; x=1`;
const url = 'https://shop.example/cart';

describe('the click ID of a request', () => {
  const request = new Request(url, { headers: { cookie } });
  const value = decodeURIComponent(cookie.split('; ')[1]?.slice('svc_sid='.length) ?? '');
  const sources: [string, ClickSource][] = [
    ['a Request', request],
    ['a context of Hono', { req: { raw: request } }],
    ['a request of Hono', { raw: request }],
    ['a request of Express', { headers: { cookie }, url: '/cart', originalUrl: '/shop/cart' }],
    ['a request of Fastify', { headers: { cookie }, url: '/cart', raw: {} } as ClickSource],
    ['Headers', request.headers],
    ['plain headers', { cookie }],
    ['the text of the header', cookie],
    ['the value of the cookie', value],
    ['the cookies of Next', { get: (name: string) => (name === 'svc_sid' ? { value } : undefined) }],
    ['a Map of cookies', new Map([['svc_sid', encodeURIComponent(value)]])],
  ];
  it.each(sources)('is read from %s', (_, source) => expect(clickFrom(source)).toBe(sid));

  it('is read from a request of node:http', async () => {
    const seen = await new Promise<string | undefined>((resolve) => {
      const server = createServer((incoming: IncomingMessage, response) => {
        resolve(clickFrom(incoming));
        response.end();
        server.close();
      }).listen(0, '127.0.0.1', async () => {
        const { port } = server.address() as { port: number };
        await fetch(`http://127.0.0.1:${port}/`, { headers: { cookie, connection: 'close' } });
      });
    });
    expect(seen).toBe(sid);
  });

  it.each<[string, ClickSource, string | undefined]>([
    ['the header of a front end elsewhere', new Request(url, { headers: { 'x-svc-click-id': sid } }), sid],
    ['the parameter', new Request(`${url}?a=1&svc_click_id=${sid}#top`), sid],
    [
      "an ad network's ID in the URL",
      { headers: {}, originalUrl: '/landing?utm=x&gclid=Cj0K%2Fq' },
      'gclid:Cj0K/q',
    ],
    ['the cookie before the URL', new Request(`${url}?gclid=x`, { headers: { cookie } }), sid],
    ['no cookie', new Request(url), undefined],
    [
      'a cookie that the pixel has not written',
      { headers: { cookie: 'svc_sid=%7B%22sid%22%3A%22x%22%7D' } },
      undefined,
    ],
    ['a broken cookie', { headers: { cookie: 'svc_sid=%E0%A4%A' } }, undefined],
    ['nothing', '', undefined],
  ])('with %s', (_, source, expected) => expect(clickFrom(source)).toBe(expected));

  it('is nothing of no request', () => {
    expect(clickFrom(undefined)).toBeUndefined();
    expect(clickFrom(null)).toBeUndefined();
  });
});
