import { endpoints } from '#functions/groups.ts';
import type { Auth } from '#shared/http/endpoint.ts';
import { ask } from './ask.ts';
import { withCredentials } from './credentials.ts';
import type { Credentials } from './credentials-sent.ts';

const reads = endpoints.filter(({ method }) => method === 'GET');

let app: Awaited<ReturnType<typeof withCredentials>>['app'];
let good: Record<Auth, () => Credentials>;
beforeAll(async () => {
  ({ app, good } = await withCredentials());
});

const comparable = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => name !== 'content-length' && name !== 'ratelimit'));

describe('HEAD returns the status and headers of GET, and no body', () => {
  for (const endpoint of reads)
    it(`${endpoint.method} ${endpoint.path}`, async () => {
      for (const credentials of [good[endpoint.auth as Auth](), {}]) {
        const send = (method: string) =>
          ask(app.send, endpoint, {
            method,
            credentials,
            headers: { 'x-request-id': 'same', origin: 'https://app.adtrail.example' },
          });
        const get = await send('GET');
        const head = await send('HEAD');
        expect(head.status).toBe(get.status);
        expect(comparable(head.headers)).toEqual(comparable(get.headers));
        expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)));
      }
    });
});

describe('the documentation page with a slash at its end', () => {
  it.each(['GET', 'HEAD'])('%s is redirected to the page', async (method) => {
    const answer = await app.send(new Request('http://adtrail.local/docs/', { method, redirect: 'manual' }));
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '../docs']);
  });

  it('the documentation page with a slash at its end is redirected in the cloud too, where the gateway hands it to the page', async () => {
    const { handler } = await import('#functions/http/docs.ts');
    const event = { httpMethod: 'GET', resource: '/docs', path: '/docs/', headers: {}, requestContext: {} };
    const context = { getRemainingTimeInMillis: () => 29_000 };
    const answer = await handler(event as never, context as never);
    expect([answer.statusCode, answer.headers.location]).toEqual([308, '../docs']);
  });
});
