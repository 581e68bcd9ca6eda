import { randomInt } from 'node:crypto';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import * as z from 'zod';
import { client } from '#shared/http/client.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { httpLambda } from '#shared/http/lambda.ts';
import { openApi } from '#shared/http/openapi.ts';
import { unrouted } from '#shared/http/unrouted.ts';
import { newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';
import { resolved } from './resolved.ts';

const Seen = z.object({ user_id: z.int(), email: z.string(), viewer: z.string(), signed_in: z.int() });
const shared = {
  auth: 'view',
  cors: 'front_ends',
  summary: 'Shows whose data it is',
  responses: { 200: Seen },
} as const;
const seen = { user_id: 1, email: 'a@b.example', viewer: 'self', signed_in: 1 };
const readSeen = defineEndpoint({
  ...shared,
  id: 'readSeen',
  method: 'GET',
  path: '/seen',
  query: z.object({ limit: z.coerce.number().int().min(1).max(5).default(2) }),
  example: { responses: { 200: seen } },
  handle: async ({ actor }) =>
    ok({
      user_id: actor.accountId,
      email: actor.owner.email,
      viewer: actor.viewer.kind,
      signed_in: actor.user.id,
    }),
});
const changeSeen = defineEndpoint({
  ...shared,
  id: 'changeSeen',
  method: 'POST',
  path: '/seen',
  body: z.object({ word: z.string() }),
  example: { body: { word: 'a' }, responses: { 200: seen } },
  handle: async ({ actor }) =>
    ok({
      user_id: actor.accountId,
      email: actor.owner.email,
      viewer: actor.viewer.kind,
      signed_in: actor.user.id,
    }),
});
const group = { readSeen, changeSeen };

type User = Awaited<ReturnType<typeof newUser>>;
let app: TestApp;
let ada: User;
let eve: User;
const operator = { 'x-svc-dev-token': operatorToken };

beforeAll(async () => {
  app = await startApp(await newWorld());
});
beforeEach(async () => {
  [ada, eve] = [await newUser(app), await newUser(app)];
});

const api = () => {
  const handler = httpLambda(Object.values(group), () => app.viewDeps());
  return client(group, async (request) => {
    const url = new URL(request.url);
    const query = Object.fromEntries(url.searchParams);
    const event = {
      httpMethod: request.method,
      resource: url.pathname,
      path: url.pathname,
      headers: Object.fromEntries(request.headers),
      queryStringParameters: Object.keys(query).length > 0 ? query : null,
      body: await request.text(),
      requestContext: { requestId: 'r' },
    } as unknown as APIGatewayProxyEvent;
    const answer = await handler(event, { getRemainingTimeInMillis: () => 29_000 } as Context);
    return new Response(answer.body, { status: answer.statusCode, headers: answer.headers });
  });
};
const ask = (user: User, headers: Record<string, string> = {}, query: object = {}) =>
  api().readSeen({ query, headers: { ...user.headers, ...headers } });
const auditOf = async (userId: number) => {
  const { body } = await app.operators.listAudit({ query: { user_id: userId }, headers: operator });
  if (!('entries' in body)) throw new Error(JSON.stringify(body));
  return body.entries;
};
const link = (manager: User, of: User) =>
  app.operators.linkManagedClient({
    body: { manager_user_id: manager.id, client_user_id: of.id },
    headers: operator,
  });
const own = (user: User) => ({
  status: 200,
  body: { user_id: user.id, email: user.email, viewer: 'self', signed_in: user.id },
});
const placesOf = ({ body }: { body: object }) =>
  'detail' in body ? (body.detail as { loc: string[] }[]).map(({ loc }) => loc.join('.')) : [];

describe('a signed-in user', () => {
  it('a signed-in user sees their own data, also when they name themselves, and nothing is recorded', async () => {
    expect(await ask(ada)).toMatchObject(own(ada));
    expect(await ask(ada, {}, { client_user_id: ada.id })).toMatchObject(own(ada));
    expect(await ask(ada, operator)).toMatchObject(own(ada));
    expect(await ask(ada, { ...operator, 'x-assume-user-id': String(ada.id) })).toMatchObject(own(ada));
    expect(await ask(ada, { 'x-svc-dev-token': 'wrong' })).toMatchObject(own(ada));
    expect(await auditOf(ada.id)).toEqual([]);
  });

  it("a signed-in user sees nobody else's data: 403, whether that user exists or not, and nothing is recorded", async () => {
    for (const id of [eve.id, 2 ** 50])
      for (const headers of [{}, { 'x-svc-dev-token': 'wrong' }, { 'x-svc-dev-token': '' }]) {
        const forbidden = { status: 403, body: { code: 'forbidden' } };
        const assumed = { ...headers, 'x-assume-user-id': String(id) };
        expect(await ask(ada, headers, { client_user_id: id })).toMatchObject(forbidden);
        expect(await ask(ada, assumed)).toMatchObject(forbidden);
        expect(await ask(ada, assumed, { client_user_id: id })).toMatchObject(forbidden);
      }
    expect(await ask(ada, { 'x-assume-user-id': String(ada.id) })).toMatchObject({ status: 403 });
    expect(await auditOf(eve.id)).toEqual([]);
  });

  it('a signed-in user sees the data of a client whom they manage, and it is recorded, not the other way round', async () => {
    await link(ada, eve);
    const viewed = { user_id: eve.id, email: eve.email, viewer: 'manager', signed_in: ada.id };
    expect(await ask(ada, {}, { client_user_id: eve.id, limit: 3 })).toMatchObject({
      status: 200,
      body: viewed,
    });
    expect(await ask(eve, {}, { client_user_id: ada.id })).toMatchObject({ status: 403 });
    expect(await ask(ada, { 'x-assume-user-id': String(eve.id) })).toMatchObject({ status: 403 });
    const views = (await auditOf(eve.id)).filter(({ action }) => action === 'view_account');
    expect(views).toMatchObject([
      {
        actor: { kind: 'user', id: String(ada.id) },
        user_id: eve.id,
        details: { endpoint: 'readSeen', signed_in_user_id: ada.id },
      },
    ]);
  });

  it('a signed-in user finds no client whose account has ended, neither to read nor to act for (S12)', async () => {
    const gone = await newUser(app);
    await link(ada, gone);
    await app.operators.invalidateAccount({ body: { user_id: gone.id }, headers: operator });
    const query = { client_user_id: gone.id };
    const missing = { status: 404, body: { code: 'not_found' } };
    expect(await ask(ada, {}, query)).toMatchObject(missing);
    expect(await api().changeSeen({ body: { word: 'x' }, query, headers: ada.headers })).toMatchObject(missing);
    expect((await auditOf(gone.id)).filter(({ action }) => action === 'view_account')).toEqual([]);
  });

  it('a signed-in user sees it no more at once when the link is taken away', async () => {
    await link(ada, eve);
    expect(await ask(ada, {}, { client_user_id: eve.id })).toMatchObject({ status: 200 });
    await app.operators.unlinkManagedClient({
      query: { manager_user_id: ada.id, client_user_id: eve.id },
      headers: operator,
    });
    expect(await ask(ada, {}, { client_user_id: eve.id })).toMatchObject({ status: 403 });
  });
});

describe('an operator who has signed in as a user', () => {
  it('an operator who has signed in as a user sees the data of any user, by header, by query or by both, and each time is recorded', async () => {
    const id = String(eve.id);
    const body = { user_id: eve.id, email: eve.email, viewer: 'operator', signed_in: ada.id };
    expect(await ask(ada, { ...operator, 'x-assume-user-id': id })).toMatchObject({ status: 200, body });
    expect(await ask(ada, operator, { client_user_id: eve.id })).toMatchObject({ status: 200, body });
    expect(await ask(ada, { ...operator, 'x-assume-user-id': id }, { client_user_id: eve.id })).toMatchObject({ status: 200, body });
    const changed = await api().changeSeen({
      body: { word: 'x' },
      query: { client_user_id: eve.id },
      headers: { ...ada.headers, ...operator },
    });
    expect(changed).toMatchObject({ status: 200, body });
    const entries = await auditOf(eve.id);
    expect(entries.map(({ details }) => details.endpoint).sort()).toEqual(['changeSeen', ...Array(3).fill('readSeen')]);
    for (const entry of entries)
      expect(entry).toMatchObject({
        actor: { kind: 'operator_token', id: expect.stringMatching(/^[0-9a-f]{12}$/) },
        action: 'view_account',
        details: { signed_in_user_id: ada.id },
      });
  });

  it('an operator who has signed in as a user is told 404 of a user who does not exist, sees inactive ones, and needs to be signed in', async () => {
    const nobody = randomInt(2 ** 47, 2 ** 48 - 1);
    expect(await ask(ada, { ...operator, 'x-assume-user-id': String(nobody) })).toMatchObject({
      status: 404,
    });
    expect(await ask(ada, operator, { client_user_id: nobody })).toMatchObject({ status: 404 });
    const gone = await newUser(app, { isActive: false });
    expect(await ask(ada, operator, { client_user_id: gone.id })).toMatchObject({ status: 200 });
    const changing = { ...ada.headers, ...operator };
    expect(await api().changeSeen({ body: { word: 'x' }, query: { client_user_id: gone.id }, headers: changing })).toMatchObject({
      status: 403,
      body: { code: 'account_inactive' },
    });
    const anonymous = await api().readSeen({
      query: {},
      headers: { ...operator, 'x-assume-user-id': String(eve.id) },
    });
    expect(anonymous).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });

  it('an operator who has signed in as a user is answered nothing that was not recorded', async () => {
    const handler = httpLambda([readSeen], () => ({
      ...app.viewDeps(),
      audit: { record: () => Promise.reject(new Error('no')) },
    }));
    const event = {
      httpMethod: 'GET',
      resource: '/seen',
      headers: { ...ada.headers, ...operator, 'x-assume-user-id': String(eve.id) },
    } as unknown as APIGatewayProxyEvent;
    const answer = await handler(event, { getRemainingTimeInMillis: () => 29_000 } as Context);
    expect([answer.statusCode, answer.body.includes(eve.email)]).toEqual([500, false]);
  });
});

describe('view parameters that cannot be read', () => {
  it.each(['0', '-1', 'x', '1.5', '', ' ', '9007199254740993', '1e999', 'null'])('%j is 422', async (text) => {
    expect(placesOf(await ask(ada, operator, { client_user_id: text }))).toEqual(['query.client_user_id']);
    const header = { ...operator, 'x-assume-user-id': text };
    expect(placesOf(await ask(ada, header))).toEqual(['header.x-assume-user-id']);
  });

  it("view parameters that cannot be read are listed with the endpoint's own problems, before anything is decided", async () => {
    const answer = await ask(ada, { 'x-assume-user-id': 'x' }, { client_user_id: 'y', limit: 9 });
    expect(answer.status).toBe(422);
    expect(placesOf(answer).sort()).toEqual(['header.x-assume-user-id', 'query.client_user_id', 'query.limit']);
    expect(JSON.stringify(answer.body)).not.toMatch(/"[xy]"/);
    const posted = await api().changeSeen({
      body: {} as { word: string },
      query: { client_user_id: 'x' as unknown as number },
      headers: ada.headers,
    });
    expect(placesOf(posted).sort()).toEqual(['body.word', 'query.client_user_id']);
  });

  it('view parameters that cannot be read may not name two users', async () => {
    const answer = await ask(ada, { ...operator, 'x-assume-user-id': String(eve.id) }, { client_user_id: ada.id });
    expect([answer.status, placesOf(answer)]).toEqual([422, ['query.client_user_id']]);
    expect(await auditOf(eve.id)).toEqual([]);
  });
});

describe('the description of an endpoint with view parameters', () => {
  const described = openApi({ seen: group });
  const document = resolved<{
    paths: Record<
      string,
      Record<
        string,
        {
          parameters: { name: string; in: string; required: boolean }[];
          security: object[];
          responses: object;
        }
      >
    >;
  }>(described);
  const operation = document.paths['/seen']?.get;

  it('the description of an endpoint with view parameters lists them beside its own, none of them required', () => {
    expect(operation?.parameters.map(({ name, in: where, required }) => [where, name, required])).toEqual([
      ['query', 'limit', false],
      ['query', 'client_user_id', false],
      ['header', 'x-svc-dev-token', false],
      ['header', 'x-assume-user-id', false],
    ]);
    expect(operation?.security).toEqual([{ user: [] }]);
    expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(['401', '403', '404', '422']));
  });

  it('the description of an endpoint with view parameters lets a browser of a front end send the headers', () => {
    const answer = unrouted(described, ['https://app.example'])({
      method: 'OPTIONS',
      path: '/seen',
      origin: 'https://app.example',
      requestedMethod: 'GET',
    });
    expect(answer.headers['access-control-allow-headers']).toContain('x-svc-dev-token, x-assume-user-id');
  });
});
