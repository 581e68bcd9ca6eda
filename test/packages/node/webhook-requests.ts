/** Every runtime of `test/night/runtimes.night.ts` verifies these deliveries, so they need only web standards. */
type Verify = (request: never, secret: never) => Promise<{ type: string }>;
type Signed = { secret: string; otherSecret: string; headers: Record<string, string>; body: string };

const titled = (name: string) => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
const renamed = (headers: Record<string, string>, rename: (name: string) => string) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [rename(name), value]));
const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
const fails = () => {
  throw new TypeError('of the framework');
};

export function deliveries({ headers, body }: Signed): [string, () => unknown][] {
  const bytes = new TextEncoder().encode(body);
  const request = () => new Request('https://shop.example/hooks', { method: 'POST', headers: { ...headers }, body });
  const capitals = renamed(headers, titled);
  return [
    ['a Request', request],
    ['a context of Hono', () => ({ req: { raw: request() } })],
    ['an event of SvelteKit', () => ({ request: request(), cookies: {} })],
    ['Headers and a text', () => ({ headers: new Headers(headers), body })],
    ['Headers and bytes', () => ({ headers: new Headers(headers), body: bytes })],
    ['plain headers and an ArrayBuffer', () => ({ headers, body: bytes.slice().buffer })],
    ['plain headers in another case', () => ({ headers: capitals, body })],
    ['plain headers in capitals', () => ({ headers: renamed(headers, (name) => name.toUpperCase()), body })],
    ['rawBody beside a parsed body', () => ({ headers, body: JSON.parse(body), rawBody: body })],
    ['a context of Koa', () => ({ request: { headers, rawBody: body, body: {} }, req: { headers }, headers })],
    ['a gateway, version 1', () => ({ httpMethod: 'POST', headers: capitals, body, isBase64Encoded: false })],
    ['a gateway, version 2', () => ({ version: '2.0', headers, body: base64(body), isBase64Encoded: true })],
    [
      'a load balancer with lists',
      () => ({
        multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, [value]])),
        body,
      }),
    ],
    ['a request with a getter that throws', () => Object.defineProperty({ headers, body }, 'rawBody', { get: fails })],
  ];
}

/** Returns the differences, as text that can be printed. */
export async function verifyAll(verify: Verify, signed: Signed): Promise<string[]> {
  const { secret, otherSecret, headers, body } = signed;
  const outcome = async (request: unknown, secrets: unknown): Promise<string> =>
    verify(request as never, secrets as never).then(
      (event) => event.type,
      (error) => error.code ?? String(error),
    );
  const consumed = new Request('https://shop.example', { method: 'POST', headers, body });
  await consumed.text();
  const { 'webhook-id': _, ...unnamed } = headers;
  const at = Number(headers['webhook-timestamp']);
  const other = { headers: { ...headers, 'webhook-timestamp': String(at - 1) }, body };
  const aged = (seconds: number) => ({
    headers: { ...headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - seconds) },
    body,
  });
  const { type } = JSON.parse(body);
  const cases: [string, unknown, unknown, string][] = [
    ...deliveries(signed).map(([name, source]): [string, unknown, unknown, string] => [name, source(), secret, type]),
    ['one secret of two', { headers, body }, [otherSecret, secret], type],
    ['a secret that is not set', { headers, body }, undefined, 'webhook_secret_missing'],
    ['a list without a secret', { headers, body }, [undefined, ''], 'webhook_secret_missing'],
    ['a secret that is no base64', { headers, body }, 'whsec_*', 'webhook_secret_invalid'],
    ['another secret', { headers, body }, otherSecret, 'webhook_signature_wrong'],
    ['another body', { headers, body: `${body} ` }, secret, 'webhook_signature_wrong'],
    ['another time', other, secret, 'webhook_signature_wrong'],
    ['a time that is old', aged(310), secret, 'webhook_timestamp_refused'],
    ['a time in the future', aged(-310), secret, 'webhook_timestamp_refused'],
    ['a request without an ID', { headers: unnamed, body }, secret, 'webhook_header_missing'],
    ['nothing', undefined, secret, 'webhook_header_missing'],
    ['a parsed body', { headers, body: JSON.parse(body) }, secret, 'webhook_body_parsed'],
    ['a Request that was read', consumed, secret, 'webhook_body_read'],
    ['no body', { headers }, secret, 'webhook_body_read'],
  ];
  const differences: string[] = [];
  for (const [name, source, secrets, expected] of cases) {
    const actual = await outcome(source, secrets);
    if (actual !== expected) differences.push(`${name}: ${actual} instead of ${expected}`);
  }
  return differences;
}
