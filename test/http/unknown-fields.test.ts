import * as z from 'zod';
import { endpoints, groups } from '#functions/groups.ts';
import { ConversionEventBody } from '#shared/conversions/event-schema.ts';
import type { AnyEndpoint, Auth } from '#shared/http/endpoint.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { openApi } from '#shared/http/openapi.ts';
import { bodySchemaOf, needsBody, takesNoBody } from '#shared/http/request-body.ts';
import { refusesUnknownFields, unknownFieldProblems } from '#shared/http/unknown-fields.ts';
import { type Answer, ask } from './ask.ts';
import { withCredentials } from './credentials.ts';

const writes = endpoints.filter(({ method }) => method !== 'GET');
/** In a replay, a field next to `event` would be overlooked. */
const strictPaths =
  /^\/api\/v1\/(dev\/|dev-auth\/|pixel\/(settings|(channel|traffic)-rules|keys(?!\/\{id\}\/events)|privacy|exports|adjustments|reconciliations|reconciliation-rules|events\/\{event_id\}\/(replay|adjustment))|webhook-endpoints|destinations|spend\/|exchange-rates|uploads|auth\/(export$|recovery\/remove$)|notifications\/email-preferences)/;
const strict = writes.filter(({ path }) => strictPaths.test(path));

let app: Awaited<ReturnType<typeof withCredentials>>['app'];
let good: Awaited<ReturnType<typeof withCredentials>>['good'];
beforeAll(async () => {
  ({ app, good } = await withCredentials());
});

type Detail = { type: string; loc: (string | number)[]; msg: string }[];
const problems = ({ json }: Answer) => {
  const { detail } = (json ?? {}) as { detail?: Detail | string };
  return Array.isArray(detail) ? detail : [];
};
const send = (endpoint: AnyEndpoint, body: object, query: object = {}) =>
  ask(app.send, endpoint, {
    credentials: good[endpoint.auth as Auth](),
    query,
    raw: JSON.stringify(body),
  });
const named = (id: string) => endpoints.find((one) => one.id === id) as AnyEndpoint;

describe('an unknown field of the body is 422, and nothing is done', () => {
  for (const endpoint of strict)
    it(`${endpoint.method} ${endpoint.path}`, async () => {
      expect(refusesUnknownFields(endpoint)).toBe(true);
      const answer = await send(endpoint, {
        ...endpoint.example.body,
        zzzz_nothing_like_it: 'what-was-sent',
      });
      expect(answer.status).toBe(422);
      expect(problems(answer)).toContainEqual({
        type: 'extra_forbidden',
        loc: ['body', 'zzzz_nothing_like_it'],
        msg: expect.stringMatching(/^Unknown field\. (Known fields: `|This operation has no fields)/),
      });
      expect(answer.text).not.toContain('what-was-sent');
    });

  it('an unknown field of the body is 422, and nothing is done of the operations that the contract names, and of no other', () => {
    expect(strict.length).toBeGreaterThan(40);
    expect(writes.filter((one) => refusesUnknownFields(one) !== strict.includes(one))).toEqual([]);
  });
});

describe('the problem of an unknown field', () => {
  it('the problem of an unknown field names the field that was probably meant', async () => {
    const answer = await send(named('createKey'), { ...named('createKey').example.body, alowedOrigins: [] });
    expect(problems(answer)).toEqual([
      {
        type: 'extra_forbidden',
        loc: ['body', 'alowedOrigins'],
        msg: 'Unknown field. Did you mean `allowed_origins`?',
      },
    ]);
  });

  it('the problem of an unknown field says that the fields of a replayed event belong into `event`', async () => {
    const answer = await send(named('replayEvent'), { event_id: 'order_created:1' });
    expect([answer.status, problems(answer).map(({ loc }) => loc)]).toEqual([422, [['body', 'event_id']]]);
    expect(problems(answer)[0]?.msg).toBe('Unknown field. Did you mean `event`?');
  });

  it("the problem of an unknown field is listed with the request's other problems", async () => {
    const answer = await send(named('grantCredits'), { emial: 'a@b.example', amount: 0 }, { dryrun: true });
    expect(problems(answer).map(({ loc }) => loc.join('.'))).toEqual([
      'body.amount',
      'body.reason',
      'query.dryrun',
      'body.emial',
      'body.email',
    ]);
  });

  it('the problem of an unknown field says where in a list of objects the field is', () => {
    const rules = z.object({ rules: z.array(z.object({ channel: z.string() })).nullish() });
    const endpoint = {
      method: 'PUT',
      auth: 'user',
      unknownFields: 'refused',
      body: rules,
    } as unknown as AnyEndpoint;
    const body = { rules: [{ channel: 'email' }, { chanel: 'email' }] };
    expect(unknownFieldProblems(endpoint, body)).toEqual([
      {
        type: 'extra_forbidden',
        loc: ['body', 'rules', 1, 'chanel'],
        msg: 'Unknown field. Did you mean `channel`?',
      },
    ]);
  });

  it.each(['__proto__', 'constructor', 'toString', ''])('the problem of an unknown field is found for the name %j too', async (name) => {
    const raw = `{${JSON.stringify(name)}:1}`;
    const answer = await ask(app.send, named('backupDatabase'), { credentials: good.operator(), raw });
    expect([answer.status, problems(answer).map(({ loc }) => loc)]).toEqual([422, [['body', name]]]);
  });
});

it('an unknown field is ignored by the operations of the interface that users call', async () => {
  const answer = await send(named('changeProfile'), { company: 'Northwind', colour: 'red' });
  expect(answer.status).toBe(200);
});

it('an event sent with a key is read like one sent with its secret, which ignores unknown fields', async () => {
  const endpoint = named('sendWithKey');
  expect(endpoint.body).toBe(ConversionEventBody);
  const answer = await send(endpoint, { ...endpoint.example.body, colour: 'red' });
  expect([answer.status, problems(answer)]).toEqual([404, []]);
});

it('a body that is no JSON is 422 where unknown fields are refused, also of an operation without fields', async () => {
  const answer = await ask(app.send, named('exportAccount'), {
    credentials: good.user(),
    raw: 'dry_run=true',
  });
  expect([answer.status, problems(answer).map(({ type }) => type)]).toEqual([422, ['json_invalid']]);
});

describe('a POST whose fields are all optional', () => {
  const optional = endpoints.filter(takesNoBody);

  it('a POST whose fields are all optional needs no body', async () => {
    const ids = optional.filter((one) => !needsBody(one)).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['rotateKey', 'testWebhookEndpoint', 'rotateWebhookSecret']));
    for (const endpoint of optional) {
      const [without, empty] = [
        await ask(app.send, { ...endpoint, body: undefined }, { credentials: good[endpoint.auth as Auth]() }),
        await send(endpoint, {}),
      ];
      expect([endpoint.id, without.status, problems(without)]).toEqual([endpoint.id, empty.status, problems(empty)]);
    }
  });

  it('a POST whose fields are all optional is documented so', () => {
    const Body = z.object({ note: z.string().optional() });
    const post = defineEndpoint({
      id: 'post',
      method: 'POST',
      path: '/posts',
      auth: 'none',
      cors: 'none',
      summary: 'Posts',
      body: Body,
      responses: { 200: z.object({}) },
      example: { responses: { 200: {} } },
      handle: async () => ok({}),
    });
    const { paths } = openApi({ posts: { post } });
    expect(paths['/posts']).toMatchObject({ post: { requestBody: { required: false } } });
  });
});

it('a PUT or PATCH without a body is refused, which is rather a lost body than an empty one', async () => {
  for (const id of ['changeSettings', 'changeProfile']) {
    const answer = await ask(app.send, { ...named(id), body: undefined }, { credentials: good.user() });
    expect([id, answer.status]).toEqual([id, 422]);
  }
});

it('a body that refuses unknown fields says so in the documentation, and belongs to no operation that ignores them', () => {
  const bodies = writes.flatMap((endpoint) => {
    const schema = bodySchemaOf(endpoint);
    return schema ? [{ schema, isClosed: refusesUnknownFields(endpoint) }] : [];
  });
  const closed = new Set(bodies.filter(({ isClosed }) => isClosed).map(({ schema }) => schema));
  expect(bodies.filter(({ schema, isClosed }) => !isClosed && closed.has(schema))).toEqual([]);
  const { components } = openApi(groups) as {
    components: { schemas: Record<string, { additionalProperties?: boolean }> };
  };
  const names = [...closed].map((schema) => z.globalRegistry.get(schema)?.id ?? '');
  for (const name of names.filter((one) => components.schemas[one]))
    if (!('$ref' in (components.schemas[name] ?? {})))
      expect([name, components.schemas[name]?.additionalProperties]).toEqual([name, false]);
});
