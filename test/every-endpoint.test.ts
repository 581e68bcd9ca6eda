// Slow: it tries every endpoint.
import type { ZodType } from 'zod';
import { endpoints } from '#functions/groups.ts';
import { type AnyEndpoint, type Auth, isRaw } from '#shared/http/endpoint.ts';
import { needsBody } from '#shared/http/request-body.ts';
import type { DeclaredError } from '#shared/values/declared-errors.ts';
import { minutes } from '#shared/values/durations.ts';
import type { Credentials } from '#test/http/credentials-sent.ts';
import { type Answer, ask } from './http/ask.ts';
import { withCredentials } from './http/credentials.ts';

const each = (test: (endpoint: AnyEndpoint) => unknown, of: readonly AnyEndpoint[] = endpoints) => {
  for (const endpoint of of)
    it(`${endpoint.method} ${endpoint.path}`, async () => {
      if (endpoint.callLimit) app.world.clock.now += minutes(1);
      await test(endpoint);
    });
};
const withBody = endpoints.filter(({ body }) => body);

let app: Awaited<ReturnType<typeof withCredentials>>['app'];
let good: Record<Auth, () => Credentials>;
let bad: Record<Auth, Record<string, Credentials>>;
beforeAll(async () => {
  ({ app, good, bad } = await withCredentials());
  app.world.web = {
    check: async () => {},
    fetch: async ({ url }) => ({
      url,
      status: 200,
      contentType: 'text/html',
      charset: '',
      body: new TextEncoder().encode('<p>A page that names nobody, and links to nothing.</p>'),
    }),
  };
});
const isUnauthenticated = ({ status }: DeclaredError) => status === 401;
const goodOf = (endpoint: AnyEndpoint) => good[endpoint.auth as Auth]();
const problems = ({ json }: Answer) =>
  (json as { detail: { type: string; loc: (string | number)[] }[] }).detail.map(({ type, loc }) => ({
    type,
    place: loc.join('.'),
  }));

describe('with good credentials and the example, the answer is no 401, no 405 and no 5xx', () => {
  each(async (endpoint) => {
    const { status, headers, json, text } = await ask(app.send, endpoint, {
      credentials: goodOf(endpoint),
    });
    if (headers.has('ratelimit')) expect(endpoint.rateLimit ?? endpoint.callLimit).toBeDefined();
    const provesInBody = (endpoint.errors ?? []).some(isUnauthenticated);
    expect([...(provesInBody ? [] : [401]), 405, 413, 422]).not.toContain(status);
    expect(status).toBeLessThan(500);
    const response = endpoint.responses[status] as ZodType | undefined;
    if (response && isRaw(response)) expect(text).not.toBe('');
    else if (response) expect(response.parse(json)).toEqual(json);
    else expect(status).toBeGreaterThanOrEqual(400);
  });
});

describe('the example', () => {
  each(({ params, query, body, example, responses }) => {
    for (const [schema, value] of [
      [params, example.params ?? {}],
      [query, example.query ?? {}],
      [body, example.body],
    ])
      schema?.parse(value);
    for (const [status, shown] of Object.entries(example.responses)) {
      const schema = responses[status] as ZodType;
      if (!isRaw(schema)) schema.parse(shown);
    }
    expect(Object.keys(example.responses)).not.toHaveLength(0);
  });
});

const unauthenticated = { status: 401, json: { code: 'unauthenticated' } };
describe('without credentials it is 401, or 400 where a signature is missing', () => {
  each(
    async (endpoint) => {
      const answer = await ask(app.send, endpoint);
      const isSigned = endpoint.auth.endsWith('Signature');
      const expected = isSigned ? { status: 400, json: { code: 'bad_signature' } } : unauthenticated;
      expect(answer).toMatchObject(expected);
      const challenged = ['user', 'view', 'report', 'viewOrKey', 'devUser', 'conversionKey', 'readKey'].includes(endpoint.auth);
      expect(answer.headers.get('www-authenticate')).toBe(challenged ? 'Bearer' : null);
    },
    endpoints.filter(({ auth }) => auth !== 'none' && auth !== 'optionalUser'),
  );
});

describe('with wrong credentials of every kind it is 401, or 400 of a signature', () => {
  each(
    async (endpoint) => {
      for (const [name, credentials] of Object.entries(bad[endpoint.auth as Auth])) {
        const { status } = await ask(app.send, endpoint, { credentials });
        expect([name, status]).toEqual([name, endpoint.auth.endsWith('Signature') ? 400 : 401]);
      }
    },
    endpoints.filter(({ auth }) => auth !== 'none' && auth !== 'optionalUser'),
  );
});

describe('a body that is no JSON is json_invalid', () => {
  const broken = ['{"a":', 'x', '{"a":1}}', "{'a':1}", '{"a":NaN}', '{a:1}', '[1,]', '"\t"', '\u0000', ' ', '\ufeff\ufeff{}'];
  const bytes = [
    [0xff, 0xfe],
    [0x7b, 0x22, 0x80, 0x22, 0x7d],
    [0x22, 0xed, 0xa0, 0x80, 0x22],
  ].map((some) => Uint8Array.from(some));
  each(async (endpoint) => {
    for (const raw of [...broken, ...bytes, '['.repeat(100_000)]) {
      const answer = await ask(app.send, endpoint, { credentials: goodOf(endpoint), raw });
      expect([raw.slice(0, 20), answer.status]).toEqual([raw.slice(0, 20), 422]);
      expect(problems(answer)).toEqual([{ type: 'json_invalid', place: 'body' }]);
    }
  }, withBody);
});

describe('a body of another shape is refused with its problems', () => {
  each(async (endpoint) => {
    for (const raw of ['{}', '[]', '"x"', 'null', '5', 'true', '', '[[]]', '{"key":null}', '{"__proto__":{"key":"x"}}']) {
      const answer = await ask(app.send, endpoint, { credentials: goodOf(endpoint), raw });
      const fits = raw === '' ? !needsBody(endpoint) : endpoint.body?.safeParse(JSON.parse(raw)).success;
      const expected = endpoint.auth === 'pixelKey' ? 401 : fits ? answer.status : 422;
      expect([raw, answer.status]).toEqual([raw, expected]);
      expect(answer.status).toBeLessThan(500);
    }
  }, withBody);
});

describe('bad path, query and body values are refused, all at once', () => {
  const fieldsOf = (schema: { shape?: object } | undefined) => Object.keys(schema?.shape ?? {});
  const found = (schema: ZodType | undefined, where: string, value: unknown) =>
    schema?.safeParse(value).error?.issues.map(({ path }) => [where, ...path].join('.')) ?? [];
  each(async (endpoint) => {
    for (const garbage of ['☃'.repeat(3000), '\u0000', ' ', '-1', '1e999', '../..', '%', '{}', 'null']) {
      const filled = (schema: object | undefined) => Object.fromEntries(fieldsOf(schema).map((name) => [name, garbage]));
      const sent = { params: filled(endpoint.params), query: filled(endpoint.query) };
      const expected = [...found(endpoint.params, 'path', sent.params), ...found(endpoint.query, 'query', sent.query)];
      const answer = await ask(app.send, endpoint, { credentials: goodOf(endpoint), ...sent });
      expect(answer.status).toBeLessThan(500);
      if (expected.length === 0) continue;
      expect([garbage.slice(0, 9), answer.status]).toEqual([garbage.slice(0, 9), 422]);
      const places = problems(answer).map(({ place }) => place);
      expect(places).toEqual(expect.arrayContaining(expected));
      // The ID of a request is random, so it may happen to begin with `1e999`.
      const { request_id: _, ...told } = JSON.parse(answer.text);
      if (garbage.length > 2) expect(JSON.stringify(told)).not.toContain(garbage);
    }
  });
});

describe('a body over the limit is 413, one at the limit is not', () => {
  each(async (endpoint) => {
    const credentials = goodOf(endpoint);
    const example = { ...endpoint.example.body, ...credentials.body };
    const { maxBodyBytes = 1_048_576 } = endpoint;
    const limit = typeof maxBodyBytes === 'function' ? maxBodyBytes(example) : maxBodyBytes;
    const body = JSON.stringify(example);
    const padded = (bytes: number) => body + ' '.repeat(bytes - Buffer.byteLength(body));
    const over = await ask(app.send, endpoint, { credentials, raw: padded(limit + 1) });
    expect(over).toMatchObject({ status: 413, json: { code: 'payload_too_large' } });
    expect((await ask(app.send, endpoint, { credentials, raw: padded(limit) })).status).not.toBe(413);
  }, withBody);
});
