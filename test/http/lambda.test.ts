import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import * as z from 'zod';
import { defineEndpoint, ok, raw } from '#shared/http/endpoint.ts';
import { httpLambda } from '#shared/http/lambda.ts';
import { log } from '#shared/log.ts';
import { StoreUnavailable } from '#shared/store/store-errors.ts';
import { fail, invalid, serviceErrors } from '#shared/values/errors.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';

const shared = { auth: 'none', cors: 'none', summary: 'x', example: { responses: {} } } as const;
const answers: Record<string, () => unknown> = {
  broken: () => {
    throw new TypeError('the secret of the house');
  },
  store: () => {
    throw new StoreUnavailable(new Error('10.0.0.7 refused'));
  },
  vendor: () => {
    throw new VendorUnavailable('llm', 'busy', { cause: new Error('10.0.0.7'), retryAfterSeconds: 20 });
  },
  conflict: () => {
    throw fail(serviceErrors.not_found, { headers: { 'x-more': '1' } });
  },
  problems: () => {
    throw invalid({ type: 'a', loc: ['body', 'x'], msg: 'b' }, { type: 'c', loc: ['query'], msg: 'd' });
  },
  unset: () => {
    throw fail(serviceErrors.not_configured);
  },
  fine: () => ({ a: 1, hidden: 'secret' }),
  wrong: () => ({ a: 'not a number' }),
  never: () => new Promise(() => {}),
};
const act = defineEndpoint({
  ...shared,
  id: 'act',
  method: 'POST',
  path: '/act/{name}',
  params: z.object({ name: z.string().max(8) }),
  query: z.object({ n: z.coerce.number().max(5).optional() }),
  body: z.object({ big: z.string().optional(), word: z.string().max(3) }),
  maxBodyBytes: 100,
  responses: { 200: z.object({ a: z.number() }) },
  check: ({ body }) => (body === null ? [{ type: 'null', loc: ['body'], msg: 'no' }] : []),
  handle: async ({ params }) => ok((await answers[params.name]?.()) as { a: number }),
});
const picture = defineEndpoint({
  ...shared,
  id: 'picture',
  method: 'GET',
  path: '/picture',
  responses: { 200: raw('image/png', 'A picture.') },
  handle: async () => ok(Uint8Array.from([0, 255, 128]), { 'content-type': 'image/webp', 'cache-control': 'public' }),
});

const context = { getRemainingTimeInMillis: () => 29_000 } as Context;
const event = (changes: Partial<APIGatewayProxyEvent> = {}) =>
  ({
    httpMethod: 'POST',
    resource: '/act/{name}',
    path: '/act/fine',
    headers: {},
    pathParameters: { name: 'fine' },
    queryStringParameters: null,
    body: '{"word":"abc"}',
    isBase64Encoded: false,
    requestContext: { requestId: 'gateway-id' },
    ...changes,
  }) as APIGatewayProxyEvent;
const handler = httpLambda([act, picture], () => ({ frontEndOrigins: [] }));
const ask = async (changes: Partial<APIGatewayProxyEvent> = {}, to = handler, within = context) => {
  const answer = await to(event(changes), within);
  return {
    ...answer,
    json: answer.headers['content-type'] === 'application/json' ? JSON.parse(answer.body) : null,
  };
};
const named = (name: string) => ask({ pathParameters: { name } });

describe('an answer', () => {
  it('an answer holds what the contract lists and nothing else', async () => {
    expect(await named('fine')).toMatchObject({
      statusCode: 200,
      json: { a: 1 },
      headers: { 'x-request-id': 'gateway-id' },
    });
    expect((await named('fine')).body).not.toContain('secret');
  });

  it('an answer is of what the path names, which API Gateway hands over as it was sent', async () => {
    expect((await named('f%69ne')).statusCode).toBe(200);
    expect((await named('100%25')).statusCode).toBe((await named('100%')).statusCode);
    const tooLong = await named('a%20longer%20name');
    expect([tooLong.statusCode, tooLong.json.detail[0].loc]).toEqual([422, ['path', 'name']]);
    expect((await named('%20%20%20%20')).statusCode).not.toBe(422);
  });

  it('an answer that breaks the contract is a 500, as is anything unexpected, and tells nothing of it', async () => {
    for (const name of ['wrong', 'broken']) {
      const { statusCode, json, body } = await named(name);
      expect([statusCode, json.code, json.request_id]).toEqual([500, 'internal', 'gateway-id']);
      expect(body).not.toMatch(/secret|TypeError|number/);
    }
  });

  it('an answer of a store that does not answer is 503 with a time to wait, and tells nothing of it', async () => {
    const { statusCode, json, headers, body } = await named('store');
    expect([statusCode, json.code, headers['retry-after']]).toEqual([503, 'unavailable', '1']);
    expect(body).not.toContain('10.0.0.7');
  });

  it('an answer of a vendor that does not do its part is 503 with the time that it asks for, and names nobody', async () => {
    const { statusCode, json, headers, body } = await named('vendor');
    expect([statusCode, json.code, headers['retry-after']]).toEqual([503, 'vendor_unavailable', '20']);
    expect(body).not.toMatch(/10\.0\.0\.7|llm/);
  });

  it('an answer comes before the function would be cut off, as a 503', async () => {
    const soon = { getRemainingTimeInMillis: () => 520 } as Context;
    expect(await ask({ pathParameters: { name: 'never' } }, handler, soon)).toMatchObject({
      statusCode: 503,
      json: { code: 'unavailable' },
    });
  });

  it('an answer may carry headers of its own, also as an error', async () => {
    expect(await named('conflict')).toMatchObject({
      statusCode: 404,
      headers: { 'x-more': '1', 'x-request-id': 'gateway-id' },
    });
  });

  it('an answer that is no JSON keeps its bytes and its own type', async () => {
    const { body, isBase64Encoded, headers } = await ask({
      httpMethod: 'GET',
      resource: '/picture',
      body: null,
    });
    expect([[...Buffer.from(body, 'base64')], isBase64Encoded]).toEqual([[0, 255, 128], true]);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public',
      'x-content-type-options': 'nosniff',
    });
  });
});

describe('HEAD', () => {
  const send = async (method: string, changes: Partial<APIGatewayProxyEvent> = {}) => {
    const { statusCode, headers, body } = await handler(
      event({ httpMethod: method, resource: '/picture', body: null, ...changes }),
      context,
    );
    return { statusCode, headers, body };
  };

  it('HEAD is answered as GET is, with the length of its body and without the body', async () => {
    const { headers, statusCode } = await send('GET');
    expect(await send('HEAD')).toEqual({
      statusCode,
      headers: { ...headers, 'content-length': '3' },
      body: '',
    });
  });

  it('HEAD of an error has no body either', async () => {
    const { body, ...get } = await send('GET', { resource: '/nowhere' });
    expect(get.statusCode).toBe(404);
    expect(await send('HEAD', { resource: '/nowhere' })).toEqual({
      ...get,
      headers: { ...get.headers, 'content-length': String(body.length) },
      body: '',
    });
  });

  it('HEAD is not answered where there is no GET', async () => {
    expect(await send('HEAD', { resource: '/act/{name}' })).toMatchObject({ statusCode: 404, body: '' });
  });
});

describe('a request', () => {
  it('a request is told all its problems at once: path, query, body and what only code can check', async () => {
    const { json } = await ask({
      pathParameters: { name: 'far too long' },
      queryStringParameters: { n: '6' },
      body: 'null',
    });
    expect(json.detail.map(({ loc }: { loc: string[] }) => loc.join('.'))).toEqual(['path.name', 'query.n', 'body', 'body']);
    expect((await named('problems')).json.detail).toEqual([
      { type: 'a', loc: ['body', 'x'], msg: 'b' },
      { type: 'c', loc: ['query'], msg: 'd' },
    ]);
  });

  it('a request is never told its own values', async () => {
    const { body } = await ask({
      body: '{"word":"confidential"}',
      queryStringParameters: { n: 'classified' },
    });
    expect(body).not.toMatch(/confidential|classified/);
  });

  it('a request may be base64, as the gateway sends it, and must be UTF-8', async () => {
    const base64 = (bytes: Buffer) => ({ body: bytes.toString('base64'), isBase64Encoded: true });
    expect(await ask(base64(Buffer.from('{"word":"é"}')))).toMatchObject({ statusCode: 200 });
    expect((await ask(base64(Buffer.from([0x22, 0xff, 0x22])))).json.detail).toMatchObject([{ type: 'json_invalid' }]);
  });

  it('a request is measured in bytes as sent, not in characters', async () => {
    const sized = (text: string) => ask({ body: JSON.stringify({ word: 'abc', big: text }) });
    expect((await sized('x'.repeat(70))).statusCode).toBe(200);
    expect((await sized('é'.repeat(45))).statusCode).toBe(413);
  });

  it('a request has header names in any case, and no header is no fault', async () => {
    for (const name of ['X-Request-Id', 'x-request-id', 'X-REQUEST-ID'])
      expect((await ask({ headers: { [name]: 'mine' } })).headers['x-request-id']).toBe('mine');
    expect(await ask({ headers: null as unknown as Record<string, string> })).toMatchObject({
      statusCode: 200,
    });
  });

  it('a request of no endpoint is 404', async () => {
    expect(await ask({ httpMethod: 'PUT' })).toMatchObject({ statusCode: 404, json: { code: 'not_found' } });
    expect(await ask({ resource: '__proto__' })).toMatchObject({ statusCode: 404 });
  });
});

describe('dependencies', () => {
  it('dependencies are built once, on the first request, and again after they could not be built', async () => {
    let built = 0;
    const to = httpLambda([act], () => {
      built += 1;
      if (built === 1) throw new Error('No configuration: secret');
      return { frontEndOrigins: [] };
    });
    expect(built).toBe(0);
    expect(await ask({}, to)).toMatchObject({ statusCode: 500, json: { code: 'internal' } });
    for (let i = 0; i < 3; i++) expect(await ask({}, to)).toMatchObject({ statusCode: 200 });
    expect(built).toBe(2);
  });

  it('dependencies that an auth kind needs and nobody gave are a programmer error, not an open door', async () => {
    const to = httpLambda([defineEndpoint({ ...shared, ...act, auth: 'user' }) as typeof act], () => ({}));
    expect(await ask({}, to)).toMatchObject({ statusCode: 500 });
  });
});

it('counts what failed, for its function and for the stage, and not a webhook that is not set up', async () => {
  const write = vi.spyOn(process.stdout, 'write');
  const report = vi.spyOn(log, 'error');
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'adtrail-test-auth');
  const statuses = [];
  for (const name of ['store', 'broken', 'unset', 'conflict', 'fine']) statuses.push((await named(name)).statusCode);
  vi.unstubAllEnvs();
  const lines = write.mock.calls.map(([chunk]) => JSON.parse(String(chunk)));
  write.mockRestore();
  const reported = report.mock.calls.map(([code]) => code);
  report.mockRestore();
  expect(statuses).toEqual([503, 500, 503, 404, 200]);
  const requests = lines.filter(({ duration_ms }) => duration_ms !== undefined);
  expect(requests.map(({ endpoint, status, server_errors }) => [endpoint, status, server_errors])).toEqual([
    ['act', '503', 1],
    ['act', '500', 1],
    ['act', '503', undefined],
    ['act', '404', undefined],
    ['act', '200', undefined],
  ]);
  const [metric] = requests[0]._aws.CloudWatchMetrics;
  expect(metric.Dimensions).toEqual([
    ['service', 'stage'],
    ['service', 'stage', 'function'],
  ]);
  expect(requests[0]).toMatchObject({ service: 'adtrail', function: 'adtrail-test-auth' });
  expect(requests[2]).not.toHaveProperty('_aws');
  // A line of level ERROR would alert an operator.
  expect(reported).toEqual(['unavailable', 'internal']);
});
