// Slow: it starts processes.
import { createServer, type IncomingMessage } from 'node:http';
import { type ClickSource, clickFrom } from '#packages/node/src/index.ts';
import * as edge from '../../../web/snippets/edge.ts';
import * as express from '../../../web/snippets/express.ts';
import * as next from '../../../web/snippets/next.ts';
import { clickCases as cases } from '../../click-cases.ts';

const [first] = cases.values;
const sid = first?.click ?? '';
const old = `s_${'OldClick00'.repeat(2)}cd`;
const encoded = first?.value ?? '';
const value = decodeURIComponent(encoded);
const cookie = `theme=dark; svc_sid=${encoded}; x=1`;
const stale = encodeURIComponent(JSON.stringify({ sid: old, ts: 1_795_000_000_000, v: 1 }));
const url = 'https://shop.example/cart';
const store = (...values: string[]) => ({
  get: (name: string) => (name === 'svc_sid' ? { name, value: values.at(-1) } : undefined),
  getAll: (name: string) => (name === 'svc_sid' ? values.map((one) => ({ name, value: one })) : []),
});

describe('the click ID of a request', () => {
  const request = new Request(url, { headers: { cookie } });
  const two = [`svc_sid=${stale}`, `svc_sid=${encoded}`];
  const sources: [string, ClickSource][] = [
    ['a Request', request],
    ['a context of Hono', { req: { raw: request } }],
    ['a request of Hono', { raw: request }],
    ['a request of Express', { headers: { cookie }, url: '/cart', originalUrl: '/shop/cart' }],
    ['a request of Fastify', { headers: { cookie }, url: '/cart', raw: {} }],
    ['a context of Koa', { request: { headers: { cookie } }, headers: { cookie }, req: {} }],
    [
      'a request of Next',
      Object.assign(new Request(url, { headers: { cookie } }), { cookies: store(value) }),
    ],
    ['Headers', request.headers],
    ['plain headers', { cookie }],
    ['plain headers in another case', { COOKIE: cookie }],
    ['the text of the header', cookie],
    ['the value of the cookie', value],
    ['the value of the cookie, encoded', encoded],
    ['the cookies of Next', store(value)],
    ['the cookies of Next, two of one name', store(value, decodeURIComponent(stale))],
    ['a Map of cookies', new Map([['svc_sid', encoded]])],
    ['parsed cookies', { svc_sid: value, theme: 'dark' }],
    ['parsed cookies of a request', { headers: {}, cookies: { svc_sid: value } }],
    [
      'Lambda behind a gateway, version 1',
      { httpMethod: 'GET', headers: { Cookie: cookie }, multiValueHeaders: null },
    ],
    ['the same in capitals', { headers: { COOKIE: cookie } }],
    ['the same without headers', { headers: null, multiValueHeaders: { Cookie: [cookie] } }],
    ['Lambda behind a gateway, version 2', { version: '2.0', headers: {}, cookies: cookie.split('; ') }],
    ['a load balancer', { requestContext: { elb: {} }, headers: { cookie } }],
    [
      'a load balancer with lists',
      { requestContext: { elb: {} }, multiValueHeaders: { cookie: ['a=b', cookie] } },
    ],
    ['several Cookie headers', { headers: { cookie: ['a=b', `svc_sid=${encoded}`] } }],
    [
      'Lambda@Edge',
      { Records: [{ cf: { request: { headers: { cookie: [{ key: 'Cookie', value: cookie }] } } } }] },
    ],
    ['a request of Lambda@Edge', { headers: { cookie: [{ key: 'Cookie', value: cookie }] } }],
    ['a CloudFront function', { request: { headers: {}, cookies: { svc_sid: { value: encoded } } } }],
    ['a header of a CloudFront function', { headers: { cookie: { value: cookie } } }],
    [
      'a CloudFront function, two of one name',
      {
        headers: {},
        cookies: { svc_sid: { value: stale, multiValue: [{ value: stale }, { value: encoded }] } },
      },
    ],
    ['two of one name in a gateway', { headers: {}, cookies: two }],
    ['two of one name in lists', { multiValueHeaders: { Cookie: two } }],
    ['two of one name, the newest first', { headers: { cookie: two.toReversed().join('; ') } }],
  ];
  it.each(sources)('the click ID of a request is read from %s', (_, source) =>
    expect(clickFrom(source)).toBe(sid),
  );

  it('the click ID of a request is read from the promise of cookies() in Next 15, and a promise that rejects has none', async () => {
    expect(await clickFrom(Promise.resolve(store(value)))).toBe(sid);
    expect(await clickFrom(Promise.reject(new Error('outside of a request')))).toBeUndefined();
  });

  it('the click ID of a request is read from a request of node:http', async () => {
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
    ['that header of a gateway', { headers: { 'X-Svc-Click-Id': sid } }, sid],
    ['the parameter', new Request(`${url}?a=1&svc_click_id=${sid}#top`), sid],
    ['the parameter of a gateway', { headers: {}, queryStringParameters: { svc_click_id: sid } }, sid],
    ['the parameter of a gateway, version 2', { headers: {}, rawQueryString: `svc_click_id=${sid}` }, sid],
    [
      'the parameter of a CloudFront function',
      { headers: {}, querystring: { svc_click_id: { value: sid } } },
      sid,
    ],
    [
      "an ad network's ID in the URL",
      { headers: {}, originalUrl: '/landing?utm=x&gclid=Cj0K%2Fq' },
      'gclid:Cj0K/q',
    ],
    ['the cookie before the URL', new Request(`${url}?gclid=x`, { headers: { cookie } }), sid],
    ['no cookie', new Request(url), undefined],
    ['nothing', '', undefined],
  ])('with %s', (_, source, expected) => expect(clickFrom(source)).toBe(expected));

  it('the click ID of a request is nothing of what is no request, and never throws', () => {
    const throws = () => {
      throw new Error('of the framework');
    };
    const odd: unknown[] = [
      ...[undefined, null, 0, true, 1n, Symbol('x'), () => cookie, [], {}, [[]], new Date(), 'hello'],
      ...[{ headers: null }, { headers: 7 }, { headers: [] }, { cookies: 7 }, { headers: { cookie: 7 } }],
      ...[{ headers: { cookie: [null, {}, { value: 7 }] } }, { Records: [] }, { Records: [{}] }, { req: {} }],
      ...[{ headers: { get: throws } }, { get: throws }, { getAll: throws }, { url: {}, headers: {} }],
      ...[
        { queryStringParameters: 7, headers: {} },
        Object.create(null),
        new Proxy({}, { get: throws, has: throws }),
      ],
      Object.defineProperty({}, 'headers', { get: throws }),
    ];
    for (const source of odd) expect(clickFrom(source as ClickSource)).toBeUndefined();
  });
});

describe('the shared cases of the cookie', () => {
  it.each(cases.headers.map(({ name, header, click }) => [name, header, click ?? undefined] as const))(
    'the shared cases of the cookie in a header: %s',
    (_, header, click) => {
      expect(clickFrom({ headers: { cookie: header } })).toBe(click);
      expect(clickFrom({ version: '2.0', cookies: header.split(/; */) })).toBe(click);
      expect(express.clickOfRequest({ headers: { cookie: header } })?.sid).toBe(click);
      // `Headers` accept only bytes, and trim.
      const latin = new Headers(header ? { cookie: header } : {});
      expect(edge.clickOfRequest({ headers: latin } as Request)?.sid).toBe(click);
    },
  );

  it.each(cases.values.map(({ name, value: text, click }) => [name, text, click] as const))(
    'the shared cases of the cookie as a value: %s',
    (_, text, click) => {
      expect(clickFrom(text)).toBe(click);
      expect(clickFrom({ svc_sid: text })).toBe(click);
      expect(next.clickOfCookies(store(text) as never)?.sid).toBe(click);
    },
  );

  it.each(cases.unreadable.map(({ name, value: text }) => [name, text] as const))(
    'the shared cases of the cookie as a value without a click: %s',
    (_, text) => {
      expect(clickFrom(text)).toBeUndefined();
      expect(next.clickOfCookies(store(text) as never)).toBeNull();
    },
  );
});
