import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as declared from '#functions/api/conversions/endpoints.ts';
import { unroutedBelow, withFunctionUrl } from '#shared/http/function-url.ts';
import { type HttpHandler, httpLambda } from '#shared/http/lambda.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

const endpoints = Object.values(declared);

/** AWS documents the event: header names in lower case, the path as sent. */
function urlEvent(request: { method: string; path: string; headers?: Record<string, string>; body?: string }) {
  const { method, path, headers = {}, body } = request;
  const [rawPath = '', rawQueryString = ''] = path.split('?');
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    requestContext: {
      accountId: 'anonymous',
      apiId: 'abc',
      domainName: 'abc.lambda-url.eu-central-1.on.aws',
      domainPrefix: 'abc',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '192.0.2.7', userAgent: 'test' },
      requestId: 'request-1',
      routeKey: '$default',
      stage: '$default',
      time: '22/Nov/2026:10:00:00 +0000',
      timeEpoch: 1,
    },
    ...(body !== undefined && { body }),
    isBase64Encoded: false,
  } satisfies APIGatewayProxyEventV2;
}

let app: TestApp;
let advertiser: Awaited<ReturnType<typeof newAdvertiser>>;
let handler: HttpHandler;
beforeAll(async () => {
  app = await startApp(await newWorld());
  advertiser = await newAdvertiser(app);
  const route = app.routes.find(({ endpoints: of }) => of.includes(endpoints[0] as never));
  handler = withFunctionUrl(route?.handler as unknown as HttpHandler, endpoints);
});

const context = { awsRequestId: '1', getRemainingTimeInMillis: () => 29_000 };
const ask = async (request: Parameters<typeof urlEvent>[0], by = handler) => {
  const { statusCode, headers, body } = await by(urlEvent(request) as never, context as never);
  return { status: statusCode, headers, body: JSON.parse(body) };
};
const order = (id: string, svc_click_id: string) => ({
  event_type: 'order_created',
  event_id: `order_created:${id}`,
  value: 25.99,
  currency: 'USD',
  svc_click_id,
});

describe('a function URL', () => {
  it('a function URL takes a conversion as the REST API does, and counts it once over both', async () => {
    const svc_click_id = await advertiser.click();
    const body = order('1', svc_click_id);
    const path = '/api/v1/pixel/server-events';
    const first = await ask({ method: 'POST', path, headers: advertiser.key, body: JSON.stringify(body) });
    expect(first).toMatchObject({ status: 200, body: { matched: true, duplicate: false } });
    const again = await app.conversions.sendConversion({ body, headers: advertiser.key });
    expect(again).toMatchObject({ status: 200, body: { matched: true, duplicate: true } });
    expect(Object.keys(first.body).sort()).toEqual(Object.keys(again.body as object).sort());
  });

  it('a function URL takes the parameters of a path and of a query', async () => {
    const svc_click_id = await advertiser.click();
    const events = [{ id: '2', type: 'order_created', svc_click_id, data: { value: 5, currency: 'USD' } }];
    const asked = { method: 'POST', headers: advertiser.key, body: JSON.stringify({ events }) };
    const sent = await ask({ ...asked, path: '/api/v1/pixel/server-events/v1/events?pid=anything' });
    const byRest = await app.send(
      new Request('http://adtrail.local/api/v1/pixel/server-events/v1/events?pid=anything', {
        ...asked,
        headers: { ...advertiser.key, 'content-type': 'application/json' },
      }),
    );
    expect([sent.status, Object.keys(sent.body)]).toEqual([byRest.status, Object.keys((await byRest.json()) as object)]);
    const other = await ask({ ...asked, path: '/api/v1/pixel/server-events/v1/nonsense' });
    expect(other.status).toBe(422);
  });

  it('a function URL refuses a wrong key, a broken body and no body with the answers of the REST API', async () => {
    const path = '/api/v1/pixel/server-events';
    const cases = [
      { headers: {}, body: '{}' },
      { headers: { authorization: 'Bearer sk_live_wrong' }, body: '{}' },
      { headers: advertiser.key, body: '{' },
      { headers: advertiser.key },
      { headers: advertiser.key, body: '{"event_type":7}' },
    ];
    for (const { headers, body } of cases) {
      const sent = await ask({ method: 'POST', path, headers, ...(body !== undefined && { body }) });
      const init = { method: 'POST', headers: headers as Record<string, string>, body: body ?? null };
      const byRest = await app.send(new Request(`http://adtrail.local${path}`, init));
      const { request_id: _, ...rest } = (await byRest.json()) as Record<string, unknown>;
      const { request_id, ...own } = sent.body;
      expect([sent.status, own]).toEqual([byRest.status, rest]);
      expect([request_id, sent.headers['x-request-id']]).toEqual(['request-1', 'request-1']);
    }
  });

  it('a function URL takes a body as bytes', async () => {
    const svc_click_id = await advertiser.click();
    const body = Buffer.from(JSON.stringify(order('3', svc_click_id))).toString('base64');
    const event = urlEvent({
      method: 'POST',
      path: '/api/v1/pixel/server-events',
      headers: advertiser.key,
      body,
    });
    const answer = await handler({ ...event, isBase64Encoded: true } as never, context as never);
    expect([answer.statusCode, JSON.parse(answer.body).matched]).toEqual([200, true]);
  });

  it('a function URL answers what is below its paths and not its own: 404, and 405 with the methods there are', async () => {
    const bare = withFunctionUrl(
      httpLambda(endpoints, () => ({}) as never, { unrouted: unroutedBelow(endpoints) }),
      endpoints,
    );
    const get = await ask({ method: 'GET', path: '/api/v1/pixel/server-events' }, bare);
    expect([get.status, get.headers.allow, get.body.code]).toEqual([405, 'POST', 'method_not_allowed']);
    for (const path of ['/api/v1/pixel/server-events/', '/api/v1/pixel/server-events/v2/events', '/'])
      expect((await ask({ method: 'POST', path }, bare)).status).toBe(404);
  });

  it('a function URL takes requests from CloudFront alone, by its token or the one that it had or gets', async () => {
    vi.stubEnv('EDGE_TOKEN', 'the token,the former token');
    onTestFinished(() => void vi.unstubAllEnvs());
    const body = JSON.stringify(order('4', 's_unknown'));
    const send = async (headers: Record<string, string>, path = '/api/v1/pixel/server-events') =>
      (await ask({ method: 'POST', path, headers: { ...advertiser.key, ...headers }, body })).status;
    for (const edge of ['the token', 'the former token']) expect(await send({ 'x-adtrail-edge': edge })).toBeLessThan(300);
    for (const edge of ['', 'a guess', 'the token,the former token', ','])
      expect([edge, await send({ 'x-adtrail-edge': edge })]).toEqual([edge, 403]);
    expect(await send({})).toBe(403);
    expect(await send({}, '/')).toBe(403);
    const byRest = await app.conversions.sendConversion({ body: JSON.parse(body), headers: advertiser.key });
    expect(byRest.status).toBe(200);
  });
});
