// Slow: it fails every call in turn.
import { newUser, operatorToken, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

const headers = { 'x-svc-dev-token': operatorToken };
const account = { email: 'grace@operator.example', password: 'four plain words together' };

const actionsOf = async (app: TestApp) => {
  const { body } = await app.operators.listAudit({ query: { limit: 100 }, headers });
  if (!('entries' in body)) throw new Error(JSON.stringify(body));
  return body.entries.map(({ action }) => action).filter((action) => !/^(list|read)_/.test(action));
};
const twoUsers = async (app: TestApp) => ({
  manager_user_id: (await newUser(app)).id,
  client_user_id: (await newUser(app)).id,
});

it("a crash at any call of creating an operator's account, and a retry: there is one, it signs in, and one record of it", async () => {
  const calls = await crashTest({
    prepare: async () => ({}),
    operation: (app) => app.operators.createDevUser({ body: account, headers: { 'x-dev-token': operatorToken } }),
    async check(app, _, answer) {
      // The retry of a request whose response was lost finds the account.
      expect([201, 409]).toContain(answer.status);
      expect(await actionsOf(app)).toEqual(['create_operator']);
      expect(await app.operators.loginDevUser({ body: account })).toMatchObject({ status: 200 });
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['TransactWriteItems']);
});

it('a crash at any call of signing an operator in, and a retry: no token without its record, no failure counted for good', async () => {
  const calls = await crashTest({
    async prepare(app) {
      await app.operators.createDevUser({ body: account, headers: { 'x-dev-token': operatorToken } });
    },
    operation: (app) => app.operators.loginDevUser({ body: account }),
    async check(app, _, answer) {
      expect(answer.status).toBe(200);
      expect((await actionsOf(app)).filter((action) => action === 'sign_in').length).toBeGreaterThan(0);
      app.world.clock.now += 900_000;
      const again = await app.operators.loginDevUser({ body: account });
      expect(again.headers.get('ratelimit')).toContain('r=10');
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', 'GetItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems']);
});

it('a crash at any call of linking a client, and a retry: one link with one record', async () => {
  const calls = await crashTest({
    prepare: twoUsers,
    operation: (app, body) => app.operators.linkManagedClient({ body, headers }),
    async check(app, body, answer) {
      expect(answer).toMatchObject({ status: 200, body });
      const { manager_user_id } = body;
      const listed = await app.operators.listManagedClients({ query: { manager_user_id }, headers });
      expect(listed.body).toMatchObject({ managed_clients: [body] });
      expect(await actionsOf(app)).toEqual(['link_managed_client']);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', 'GetItem', 'TransactWriteItems']);
});

it('a crash at any call of taking a client away, and a retry: no link and one record', async () => {
  await crashTest({
    async prepare(app) {
      const body = await twoUsers(app);
      await app.operators.linkManagedClient({ body, headers });
      return body;
    },
    operation: (app, query) => app.operators.unlinkManagedClient({ query, headers }),
    async check(app, { manager_user_id }, answer) {
      expect(answer.status).toBe(200);
      const listed = await app.operators.listManagedClients({ query: { manager_user_id }, headers });
      expect(listed.body).toEqual({ managed_clients: [] });
      expect(await actionsOf(app)).toEqual(expect.arrayContaining(['unlink_managed_client', 'link_managed_client']));
      expect(await actionsOf(app)).toHaveLength(2);
    },
  });
});

it("a crash at any call of setting an account's ingest limits, and a retry: limit and record agree", async () => {
  const calls = await crashTest({
    prepare: newUser,
    operation: (app, { id }) =>
      app.operators.setIngestLimits({
        body: { user_id: id, events_per_second: 1000, burst: null },
        headers,
      }),
    async check(app, { id: user_id }, answer) {
      const body = { user_id, events_per_second: 1000, burst: null };
      expect(answer).toMatchObject({ status: 200, body });
      expect(await app.operators.readIngestLimits({ query: { user_id }, headers })).toMatchObject({ body });
      const actions = await actionsOf(app);
      expect(new Set(actions)).toEqual(new Set(['set_ingest_limits']));
      expect(actions.length).toBeLessThanOrEqual(2);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', 'TransactWriteItems']);
});
