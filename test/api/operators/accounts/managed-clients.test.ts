import { newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';

const headers = { 'x-svc-dev-token': operatorToken };
let app: TestApp;
let manager: number;
let client: number;
beforeAll(async () => {
  app = await startApp(await newWorld());
});
beforeEach(async () => {
  [manager, client] = [(await newUser(app)).id, (await newUser(app)).id];
});

const pair = (manager_user_id = manager, client_user_id = client) => ({ manager_user_id, client_user_id });
const link = (body = pair()) => app.operators.linkManagedClient({ body, headers });
const unlink = (query = pair()) => app.operators.unlinkManagedClient({ query, headers });
const list = (manager_user_id = manager) => app.operators.listManagedClients({ query: { manager_user_id }, headers });
const audited = async (of = client) => {
  const { body } = await app.operators.listAudit({ query: { user_id: of }, headers });
  if (!('entries' in body)) throw new Error(JSON.stringify(body));
  return body.entries;
};

describe('a link between a manager and a client', () => {
  it('a link between a manager and a client is created once, and audited once', async () => {
    const created_at = new Date(app.world.clock.now).toISOString();
    const answers = await Promise.all(Array.from({ length: 10 }, () => link()));
    app.world.clock.now += 1000;
    for (const answer of [...answers, await link()]) expect(answer).toMatchObject({ status: 200, body: { ...pair(), created_at } });
    expect(await list()).toMatchObject({ body: { managed_clients: [{ ...pair(), created_at }] } });
    expect(await audited()).toMatchObject([
      {
        actor: { kind: 'operator_token' },
        action: 'link_managed_client',
        user_id: client,
        details: { manager_user_id: manager },
      },
    ]);
  });

  it('a link between a manager and a client is removed once, and audited once', async () => {
    await link();
    app.world.clock.now += 1;
    const answers = await Promise.all(Array.from({ length: 10 }, () => unlink()));
    expect(answers.filter(({ body }) => 'removed' in body && body.removed)).toHaveLength(1);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await list()).toMatchObject({ body: { managed_clients: [] } });
    const actions = (await audited()).map(({ action }) => action);
    expect(actions).toEqual(['unlink_managed_client', 'link_managed_client']);
  });

  it("a link between a manager and a client is listed with its manager only, by the client's ID", async () => {
    const others = [(await newUser(app)).id, (await newUser(app)).id, client];
    for (const other of others) await link(pair(manager, other));
    await link(pair(client, manager));
    const { body } = await list();
    const ids = 'managed_clients' in body && body.managed_clients.map(({ client_user_id }) => client_user_id);
    expect(ids).toEqual(others.toSorted((a, b) => a - b));
  });

  it('a link with an unknown user is 404, and with oneself 422', async () => {
    const nobody = 2 ** 48;
    for (const wrong of [pair(nobody), pair(manager, nobody)]) {
      expect(await link(wrong)).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect(await unlink(wrong)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect(await list(nobody)).toMatchObject({ status: 404 });
    const itself = { status: 422, body: { detail: [{ loc: ['body', 'client_user_id'] }] } };
    expect(await link(pair(manager, manager))).toMatchObject(itself);
    expect(await audited(manager)).toEqual([]);
  });
});
