/** Every runtime of `test/night/runtimes.night.ts` reads these sources, so they need only web standards. */
export type Case = { name: string; source: () => unknown; expected: string | undefined };

const url = 'https://shop.example/cart';
const sid = 's_OohaJqTPwUd2j2aLkvF7pg';
const value = JSON.stringify({ sid, ts: 1_795_100_000_000, v: 1 });
const stale = JSON.stringify({ sid: 's_OldClick00OldClick00cd', ts: 1_795_000_000_000, v: 1 });
const other = JSON.stringify({ sid: 's_OtherVisit0therVisit00', ts: 1_795_200_000_000, v: 1 });
const [encoded, staleEncoded] = [encodeURIComponent(value), encodeURIComponent(stale)];
const cookie = `theme=dark; svc_sid=${encoded}; x=1`;
const two = [`svc_sid=${staleEncoded}`, `svc_sid=${encoded}`];
const fails = () => {
  throw new TypeError('of the framework');
};
const failing = (...names: string[]) =>
  Object.defineProperties({}, Object.fromEntries(names.map((name) => [name, { get: fails, enumerable: true, configurable: true }])));
const request = (headers: Record<string, string> = { cookie }, address = url) => new Request(address, { headers });
const store = (...values: string[]) => ({
  get: (name: string) => (name === 'svc_sid' ? { name, value: values.at(-1) } : undefined),
  getAll: (name: string) => (name === 'svc_sid' ? values.map((one) => ({ name, value: one })) : []),
});
/** `getAll` of `Headers` in Bun and workerd throws for every name but `Set-Cookie`. */
const strictHeaders = (fields: Record<string, string>) =>
  Object.assign(new Headers(fields), {
    getAll: (name: string) => (name.toLowerCase() === 'set-cookie' ? [] : fails()),
  });
const asked = `${url}?a=1&svc_click_id=${sid}#top`;

const cookies: [string, () => unknown][] = [
  ['a Request', () => request()],
  ['a context of Hono', () => ({ req: { raw: request() } })],
  ['a request of Hono', () => ({ raw: request() })],
  ['a request of Express', () => ({ headers: { cookie }, url: '/cart', originalUrl: '/shop/cart', get: fails })],
  ['a request of Fastify', () => ({ headers: { cookie }, url: '/cart', raw: {} })],
  ['a context of Koa', () => ({ request: { headers: { cookie } }, headers: { cookie }, req: {}, cookies: { get: () => value } })],
  ['a context of getServerSideProps', () => ({ req: { headers: { cookie }, url: '/cart' }, res: {} })],
  ['an event of SvelteKit', () => ({ request: request(), cookies: {}, url: new URL(url) })],
  ['a request of Next', () => Object.assign(request(), { cookies: store(value) })],
  ['Headers', () => request().headers],
  ['an object with Headers', () => ({ headers: new Headers({ cookie }) })],
  ['plain headers', () => ({ cookie })],
  ['plain headers in another case', () => ({ COOKIE: cookie })],
  ['the text of the header', () => cookie],
  ['the value of the cookie', () => value],
  ['the value of the cookie, encoded', () => encoded],
  ['the cookies of Next', () => store(value)],
  ['the cookies of Next, two of one name', () => store(value, stale)],
  [
    'a store whose getAll returns all cookies',
    () => ({
      getAll: () => [
        { name: 'last', value: other },
        { name: 'svc_sid', value },
      ],
    }),
  ],
  ['a Map of cookies', () => new Map([['svc_sid', encoded]])],
  ['parsed cookies', () => ({ svc_sid: value, theme: 'dark' })],
  ['parsed cookies of a request', () => ({ headers: {}, cookies: { svc_sid: value } })],
  ['Lambda behind a gateway, version 1', () => ({ httpMethod: 'GET', headers: { Cookie: cookie }, multiValueHeaders: null })],
  ['a gateway in capitals', () => ({ headers: { COOKIE: cookie } })],
  ['a gateway without headers', () => ({ headers: null, multiValueHeaders: { Cookie: [cookie] } })],
  ['Lambda behind a gateway, version 2', () => ({ version: '2.0', headers: {}, cookies: cookie.split('; ') })],
  ['a load balancer', () => ({ requestContext: { elb: {} }, headers: { cookie } })],
  ['a load balancer with lists', () => ({ requestContext: { elb: {} }, multiValueHeaders: { cookie: ['a=b', cookie] } })],
  ['several Cookie headers', () => ({ headers: { cookie: ['a=b', `svc_sid=${encoded}`] } })],
  ['Lambda@Edge', () => ({ Records: [{ cf: { request: { headers: { cookie: [{ key: 'Cookie', value: cookie }] } } } }] })],
  ['a request of Lambda@Edge', () => ({ headers: { cookie: [{ key: 'Cookie', value: cookie }] } })],
  ['a CloudFront function', () => ({ request: { headers: {}, cookies: { svc_sid: { value: encoded } } } })],
  ['a header of a CloudFront function', () => ({ headers: { cookie: { value: cookie } } })],
  [
    'a CloudFront function, two of one name',
    () => ({
      headers: {},
      cookies: {
        svc_sid: { value: staleEncoded, multiValue: [{ value: staleEncoded }, { value: encoded }] },
      },
    }),
  ],
  ['two of one name in a gateway', () => ({ headers: {}, cookies: two })],
  ['two of one name in lists', () => ({ multiValueHeaders: { Cookie: two } })],
  ['two of one name, the newest first', () => ({ headers: { cookie: [...two].reverse().join('; ') } })],
  ['Headers whose getAll throws', () => strictHeaders({ cookie })],
  ['an object with Headers whose getAll throws', () => ({ headers: strictHeaders({ cookie }) })],
  ['a store whose getAll throws', () => ({ ...store(value), getAll: fails })],
  ['a store whose get throws', () => ({ ...store(value), get: fails })],
  ['headers beside a store that throws', () => ({ headers: { cookie }, cookies: { get: fails, getAll: fails } })],
  ['headers beside a getter that throws', () => Object.assign(failing('cookies', 'url'), { headers: { cookie } })],
  ['a store beside headers that throw', () => Object.assign(failing('headers'), { cookies: store(value) })],
  ['a store beside Headers whose get throws', () => ({ headers: { get: fails }, cookies: store(value) })],
  ['a header beside a header that throws', () => ({ headers: Object.assign(failing('accept', 'Cookie'), { cookie }) })],
  [
    'headers beside a req and a raw that throw',
    () => Object.assign(failing('req', 'raw', 'request', 'then', 'Records'), { headers: { cookie } }),
  ],
  ['a Proxy that only answers reads', () => new Proxy({ headers: { cookie } }, { has: fails, ownKeys: fails })],
  ['headers in a Proxy that only answers reads', () => ({ headers: new Proxy({ cookie }, { has: fails, ownKeys: fails }) })],
  ['a cookie beside a value that throws', () => ({ headers: { cookie: [failing('value', 'multiValue'), cookie] } })],
];

const elsewhere: [string, () => unknown, string?][] = [
  ['the header of a front end elsewhere', () => request({ 'x-svc-click-id': sid }), sid],
  ['that header of a gateway', () => ({ headers: { 'X-Svc-Click-Id': sid } }), sid],
  ['that header in Headers whose getAll throws', () => strictHeaders({ 'x-svc-click-id': sid }), sid],
  ['the parameter', () => request({}, asked), sid],
  ['the parameter in a context of Hono', () => ({ req: { raw: request({}, asked) } }), sid],
  ['the parameter of a gateway', () => ({ headers: {}, queryStringParameters: { svc_click_id: sid } }), sid],
  ['the parameter of a gateway, version 2', () => ({ headers: {}, rawQueryString: `svc_click_id=${sid}` }), sid],
  [
    'the parameter of a load balancer with lists',
    () => ({ multiValueHeaders: {}, multiValueQueryStringParameters: { svc_click_id: [sid] } }),
    sid,
  ],
  ['the parameter of a CloudFront function', () => ({ headers: {}, querystring: { svc_click_id: { value: sid } } }), sid],
  ['the parameter beside headers and cookies that throw', () => Object.assign(failing('headers', 'cookies'), { url: asked }), sid],
  [
    'the parameter beside an address that throws',
    () => Object.assign(failing('originalUrl', 'rawQueryString'), { headers: {}, url: asked }),
    sid,
  ],
  ['the parameter beside an address that is no text', () => ({ headers: {}, originalUrl: Object.create(null), url: new URL(asked) }), sid],
  ['the parameter beside Headers whose get throws', () => ({ headers: { get: fails }, url: asked }), sid],
  ["an ad network's ID in the URL", () => ({ headers: {}, originalUrl: '/landing?utm=x&gclid=Cj0K%2Fq' }), 'gclid:Cj0K/q'],
  ['the cookie before the URL', () => request({ cookie }, `${url}?gclid=x`), sid],
  ['no cookie', () => request({})],
  ['a cookie of another name alone', () => ({ getAll: () => [{ name: 'last', value: other }] })],
  ['nothing', () => ''],
];

const cyclic: unknown[] = [];
cyclic.push(cyclic, cyclic);
const odd: unknown[] = [
  undefined,
  null,
  0,
  true,
  1n,
  Symbol('x'),
  () => cookie,
  [],
  {},
  [[]],
  new Date(0),
  'hello',
  cyclic,
  { headers: null },
  { headers: 7 },
  { headers: [] },
  { cookies: 7 },
  { headers: { cookie: 7 } },
  { headers: { cookie: [null, {}, { value: 7 }] } },
  { Records: [] },
  { Records: [{}] },
  { req: {} },
  { headers: { get: fails } },
  { get: fails },
  { getAll: fails },
  { url: {}, headers: {} },
  { queryStringParameters: 7, headers: {} },
  Object.create(null),
  failing('headers'),
  failing('then'),
  new Proxy({}, { get: fails, has: fails }),
  new Proxy({}, { get: fails, has: fails, ownKeys: fails }),
  { headers: { cookie: cyclic } },
  { cookies: cyclic },
];

export const cases: Case[] = [
  ...cookies.map(([name, source]) => ({ name, source, expected: sid })),
  ...elsewhere.map(([name, source, expected]) => ({ name, source, expected })),
  ...odd.map((source, index) => ({ name: `odd source ${index}`, source: () => source, expected: undefined })),
];

/** Returns the differences, as text that can be printed. */
export function readAll(clickFrom: (source: never) => unknown): string[] {
  return cases.flatMap(({ name, source, expected }) => {
    let actual: unknown;
    try {
      actual = clickFrom(source() as never);
    } catch (error) {
      actual = `throws ${error}`;
    }
    return actual === expected ? [] : [`${name}: ${String(actual)} instead of ${expected}`];
  });
}

export const sample = { sid, value, encoded, stale, cookie, url };
