import { endpoints } from '#functions/groups.ts';
import { ask } from '#test/http/ask.ts';
import { newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';

const password = 'four plain words together';
const shared = { 'x-svc-dev-token': operatorToken };
let app: TestApp;
beforeAll(async () => {
  app = await startApp(await newWorld());
});
beforeEach(() => {
  app.world.clock.now += 1;
});

type Role = 'read' | 'write';
let count = 0;
async function created(role?: Role, of = app) {
  const email = `grace${++count}@operator.example`;
  app.world.clock.now += 1;
  const answer = await of.operators.createDevUser({
    body: { email, password, ...(role && { role }) },
    headers: { 'x-dev-token': operatorToken },
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}
const login = (email: string, given = password) => app.operators.loginDevUser({ body: { email, password: given } });
async function tokenOf(email: string, given = password): Promise<string> {
  const answer = await login(email, given);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.access_token;
}
async function person(role?: Role) {
  const record = await created(role);
  const token = await tokenOf(record.email);
  app.world.clock.now += 1;
  return {
    ...record,
    own: { authorization: `Bearer ${token}` },
    headers: { 'x-svc-dev-token': token, 'x-dev-token': token },
  };
}
type Update = Parameters<TestApp['operators']['updateDevUser']>[0]['body'];
function update(body: Update, headers: Record<string, string> = shared) {
  app.world.clock.now += 1;
  return app.operators.updateDevUser({ body, headers });
}
async function entries(headers: Record<string, string> = shared) {
  const { body } = await app.operators.listAudit({ query: { limit: 100 }, headers });
  if (!('entries' in body)) throw new Error(JSON.stringify(body));
  return body.entries;
}
const audit = async (headers: Record<string, string>) => (await app.operators.listAudit({ query: {}, headers })).status;

const operated = endpoints.filter(({ auth }) => auth === 'operator' || auth === 'devToken');
const reads = operated.filter(({ method }) => method === 'GET');
const writes = operated.filter(({ method }) => method !== 'GET');

describe("an operator's access token", () => {
  it("an operator's access token works in the header of operator tokens, and the audit names the operator", async () => {
    const grace = await person('write');
    const user = await newUser(app);
    app.world.clock.now += 1;
    const granted = await app.operators.grantCredits({
      body: { user_id: user.id, amount: 5, reason: 'Thanks' },
      headers: grace.headers,
    });
    expect(granted.status).toBe(200);
    const [entry] = await entries(grace.headers);
    expect(entry).toMatchObject({
      actor: { kind: 'operator', id: String(grace.id) },
      action: 'grant_credits',
      user_id: user.id,
    });
    const body = { email: `made${++count}@operator.example`, password };
    app.world.clock.now += 1;
    expect(await app.operators.createDevUser({ body, headers: grace.headers })).toMatchObject({
      status: 201,
    });
    expect((await entries())[0]).toMatchObject({ actor: { kind: 'operator', id: String(grace.id) } });
  });

  it("an operator's access token views any user's data, recorded under the operator's name", async () => {
    const grace = await person('read');
    const [ada, user] = [await newUser(app), await newUser(app)];
    app.world.clock.now += 1;
    const answer = await app.credits.listCredits({
      query: {},
      headers: {
        ...ada.headers,
        'x-svc-dev-token': grace.headers['x-svc-dev-token'],
        'x-assume-user-id': String(user.id),
      },
    });
    expect(answer.status).toBe(200);
    expect((await entries())[0]).toMatchObject({
      actor: { kind: 'operator', id: String(grace.id) },
      action: 'view_account',
      user_id: user.id,
    });
  });

  it("an operator's access token is refused after eight hours, as Bearer, in the users' header, and changed", async () => {
    const { own, headers } = await person('write');
    const token = headers['x-svc-dev-token'];
    for (const bad of [own.authorization, `${token}x`, `${token.slice(0, -8)}AAAAAAAA`, 'x.y.z'])
      expect([bad.slice(-8), await audit({ 'x-svc-dev-token': bad })]).toEqual([bad.slice(-8), 401]);
    expect(await audit(own)).toBe(401);
    const user = await newUser(app);
    expect(await audit({ 'x-svc-dev-token': user.headers.authorization.slice(7) })).toBe(401);
    app.world.clock.now += 28_801_000;
    expect(await audit(headers)).toBe(401);
  });
});

describe('a read-only operator', () => {
  it.each(reads.map((endpoint) => [endpoint.id, endpoint] as const))('a read-only operator may call %s', async (_, endpoint) => {
    const { headers } = await person('read');
    const { status } = await ask(app.send, endpoint, { credentials: { headers } });
    expect([200, 404]).toContain(status);
  });

  it.each(writes.map((endpoint) => [endpoint.id, endpoint] as const))('a read-only operator is 403 at %s', async (_, endpoint) => {
    const { headers } = await person('read');
    const before = (await entries()).length;
    const answer = await ask(app.send, endpoint, { credentials: { headers } });
    expect(answer).toMatchObject({ status: 403, json: { code: 'forbidden' } });
    const raw = await ask(app.send, endpoint, { credentials: { headers }, raw: '{"a":' });
    expect(raw.status).toBe(403);
    expect((await entries()).length).toBe(before);
  });

  it('a read-only operator may not change viewed data of a user', async () => {
    const grace = await person('read');
    const [ada, user] = [await newUser(app), await newUser(app)];
    const answer = await app.competitors.discover({
      body: { company_website: 'northwind.example' },
      headers: {
        ...ada.headers,
        'x-svc-dev-token': grace.headers['x-svc-dev-token'],
        'x-assume-user-id': String(user.id),
      },
    });
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  it('an operator is read-only by default, also an account from before roles', async () => {
    expect((await created()).role).toBe('read');
    const record = await created('write');
    const known = await app.devUsers.byId(record.id);
    if (!known) throw new Error();
    const { role: _, isListed: __, ...old } = known;
    const email = `old${++count}@operator.example`;
    await app.devUsers.create({ ...old, id: record.id + 1, email });
    expect(await login(email)).toMatchObject({ status: 200, body: { dev_user: { role: 'read' } } });
  });
});

describe('operators', () => {
  it('operators are listed, the oldest first, also for a read-only operator', async () => {
    const [first, second] = [await person('read'), await person('write')];
    const answer = await app.operators.listDevUsers({ headers: first.headers });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    const { own: _, headers: __, ...record } = second;
    expect(answer.body.dev_users.at(-1)).toEqual(record);
    expect(answer.body.dev_users.at(-2)?.id).toBe(first.id);
    expect(JSON.stringify(answer.body)).not.toContain('argon2');
  });

  it('operators from before the list are added by their sign-in', async () => {
    const { id } = await created();
    const known = await app.devUsers.byId(id);
    if (!known) throw new Error();
    const email = `early${++count}@operator.example`;
    await app.devUsers.create({ ...known, id: id + 1, email });
    await app.devUsers.change({ id: id + 1 }, { fullName: 'Early' });
    const { body } = await app.operators.listDevUsers({ headers: shared });
    expect(JSON.stringify(body)).toContain(email);
  });

  it('operators are deactivated at once with their tokens, and reactivated', async () => {
    await person('write');
    const { id, email, own, headers } = await person('write');
    expect(await update({ dev_user_id: id, is_active: false })).toMatchObject({
      status: 200,
      body: { id, is_active: false },
    });
    expect(await audit(headers)).toBe(401);
    expect((await app.operators.readDevUser({ headers: own })).status).toBe(401);
    expect(await login(email)).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
    expect((await entries())[0]).toMatchObject({
      actor: { kind: 'operator_token' },
      action: 'update_operator',
      details: { operator_id: id, is_active: false },
    });
    expect(await update({ dev_user_id: id, is_active: true })).toMatchObject({ body: { is_active: true } });
    expect(await audit(headers)).toBe(401);
    expect(await audit({ 'x-svc-dev-token': await tokenOf(email) })).toBe(200);
  });

  it('operators change roles at once', async () => {
    const [grace, chief] = [await person('read'), await person('write')];
    const body = { email: `role${++count}@operator.example`, password };
    const create = async () => (await app.operators.createDevUser({ body, headers: grace.headers })).status;
    expect(await create()).toBe(403);
    expect((await update({ dev_user_id: grace.id, role: 'write' }, chief.headers)).status).toBe(200);
    expect(await create()).toBe(201);
    expect((await update({ dev_user_id: grace.id, role: 'read' }, chief.headers)).status).toBe(200);
    expect(await create()).toBe(403);
  });

  it('operators cannot remove themselves or the last operator with write access, also in a race', async () => {
    const own = await startApp(await newWorld());
    const join = async (role: Role) => {
      const { id, email } = await created(role, own);
      const signedIn = await own.operators.loginDevUser({ body: { email, password } });
      if (signedIn.status !== 200) throw new Error(JSON.stringify(signedIn.body));
      return { id, headers: { 'x-svc-dev-token': signedIn.body.access_token } };
    };
    const [ada, grace] = [await join('write'), await join('write')];
    await join('read');
    const change = (dev_user_id: number, body: Partial<Update>, { headers } = { headers: shared }) =>
      own.operators.updateDevUser({ body: { dev_user_id, ...body } as Update, headers });
    for (const body of [{ is_active: false }, { role: 'read' as const }, { mfa_enabled: false as const }])
      expect(await change(ada.id, body, ada)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const both = await Promise.all([change(ada.id, { is_active: false }, grace), change(grace.id, { role: 'read' }, ada)]);
    expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const { body } = await own.operators.listDevUsers({ headers: shared });
    if (!('dev_users' in body)) throw new Error(JSON.stringify(body));
    const left = body.dev_users.filter(({ is_active, role }) => is_active && role === 'write');
    expect(left).toHaveLength(1);
    const [last] = left;
    for (const what of [{ is_active: false }, { role: 'read' as const }])
      expect(await change(last?.id ?? 0, what)).toMatchObject({
        status: 409,
        body: { code: 'last_operator' },
      });
    const [other] = body.dev_users.filter(({ id }) => id !== last?.id);
    expect((await change(other?.id ?? 0, { is_active: false, reason: 'Has left' })).status).toBe(200);
    const audited = await own.operators.listAudit({
      query: { action: 'update_operator' },
      headers: shared,
    });
    const { entries } = audited.body as { entries: { details: { reason?: string } }[] };
    expect(entries.map(({ details }) => details.reason).toSorted()).toEqual(['Has left', undefined]);
  });

  it('an unknown operator is 404, and a change without a difference is refused', async () => {
    expect((await update({ dev_user_id: 7, is_active: false })).status).toBe(404);
    const { id } = await created();
    for (const bad of [{ role: 'admin' }, { is_active: 1 }, { mfa_enabled: true }])
      expect((await update({ dev_user_id: id, ...bad } as never)).status).toBe(422);
  });
});

describe('the password of an operator', () => {
  const next = 'five plain words together now';
  const change = (headers: Record<string, string>, current_password = password, new_password = next) =>
    app.operators.changeDevUserPassword({ body: { current_password, new_password }, headers });

  it("an operator's own password change ends every token", async () => {
    const { id, email, own, headers } = await person('write');
    app.world.clock.now += 1;
    expect((await change(own)).status).toBe(200);
    expect((await app.operators.readDevUser({ headers: own })).status).toBe(401);
    expect(await audit(headers)).toBe(401);
    expect((await login(email)).status).toBe(401);
    expect((await login(email, next)).status).toBe(200);
    const changed = (await entries()).find(({ action }) => action === 'change_operator_password');
    expect(changed?.actor).toEqual({ kind: 'operator', id: String(id) });
  });

  it("an operator's password change requires the current password, with counted failures, and twelve characters", async () => {
    const { own } = await person();
    expect(await change(own, 'wrong')).toMatchObject({ status: 403, body: { code: 'wrong_password' } });
    expect(await change(own, password, 'elevenchars')).toMatchObject({ status: 422 });
    for (let i = 0; i < 9; i++) expect((await change(own, 'wrong')).status).toBe(403);
    expect(await change(own)).toMatchObject({ status: 429, body: { code: 'too_many_failures' } });
  });

  it('one of two parallel password changes of an operator wins', async () => {
    const { email, own } = await person();
    const wishes = Array.from({ length: 4 }, (_, i) => `${next} ${i}`);
    const answers = await Promise.all(wishes.map((wish) => change(own, password, wish)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    for (const status of statuses) expect([200, 401, 403]).toContain(status);
    expect((await login(email, wishes[statuses.indexOf(200)])).status).toBe(200);
  });
});
