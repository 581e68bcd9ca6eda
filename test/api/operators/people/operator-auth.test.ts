import { randomInt } from 'node:crypto';
import { allItems } from '#test/kit/all-items.ts';
import { hashesDuring } from '#test/kit/count-hashes.ts';
import { newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';

const password = 'four plain words together';
const devToken = { 'x-dev-token': operatorToken };
let app: TestApp;
let email: string;
beforeAll(async () => {
  app = await startApp(await newWorld());
});
beforeEach(() => {
  email = `grace${randomInt(2 ** 40)}@operator.example`;
  app.world.clock.now += 1;
});

type Body = Parameters<TestApp['operators']['createDevUser']>[0]['body'];
const create = (body: Partial<Body> = {}, headers: Record<string, string> = devToken) =>
  app.operators.createDevUser({ body: { email, password, ...body }, headers });
const login = (given: Partial<Body> = {}) => app.operators.loginDevUser({ body: { email, password, ...given } });
const made = async (body: Partial<Body> = {}) => {
  const answer = await create(body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};
const signedIn = async () => {
  const answer = await login();
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return { ...answer.body, headers: { authorization: `Bearer ${answer.body.access_token}` } };
};
const audited = async (action: string) => {
  const headers = { 'x-svc-dev-token': operatorToken };
  const { body } = await app.operators.listAudit({ query: { action }, headers });
  if (!('entries' in body)) throw new Error(JSON.stringify(body));
  return body.entries;
};

describe("an operator's account", () => {
  it("an operator's account is created with an operator token, and audited without the e-mail", async () => {
    const record = await made({ email: ` ${email.toUpperCase()} `, full_name: ' Grace Example ' });
    expect(record).toEqual({
      id: expect.any(Number),
      email,
      full_name: 'Grace Example',
      role: 'read',
      mfa_enabled: false,
      is_active: true,
      created_at: new Date(app.world.clock.now).toISOString(),
    });
    const [entry] = await audited('create_operator');
    expect(entry).toMatchObject({
      actor: { kind: 'operator_token' },
      user_id: null,
      details: { operator_id: record.id },
    });
    expect(JSON.stringify(entry)).not.toContain(email);
    const { access_token } = await signedIn();
    const stored = JSON.stringify(await allItems(app.world));
    for (const secret of [password, access_token, operatorToken]) expect(stored).not.toContain(secret);
  });

  it("parallel requests create one operator's account per e-mail", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create()));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect(await create({ email: email.toUpperCase() })).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    });
    const winner = answers.find(({ status }) => status === 201)?.body as { id: number };
    expect((await signedIn()).dev_user.id).toBe(winner.id);
    const entries = (await audited('create_operator')).filter(({ details }) => details.operator_id === winner.id);
    expect(entries).toHaveLength(1);
  });

  it("an operator's account is separate from a user's of the same e-mail", async () => {
    const user = await newUser(app, { email });
    const { id } = await made();
    expect(id).not.toBe(user.id);
    expect((await app.users.byEmail(email))?.id).toBe(user.id);
  });

  it("an operator's password has twelve characters to 256 bytes and is not common, and every problem is reported", async () => {
    const places = async (body: object) => {
      const { status, body: answer } = await create(body);
      return [status, (answer as { detail: { loc: string[] }[] }).detail.map(({ loc }) => loc.join('.'))];
    };
    for (const bad of ['elevenchars', '', 'x'.repeat(257), '\u{1f600}'.repeat(65), '\ud800'.padEnd(20, 'x')])
      expect(await places({ password: bad })).toEqual([422, ['body.password']]);
    expect(await places({ email: 'grace', password: 'short', full_name: 'a\nb' })).toEqual([
      422,
      ['body.email', 'body.password', 'body.full_name'],
    ]);
    await made({ password: 'twelve chars' });
  });

  it("an operator's account has a one-line name, or none", async () => {
    for (const bad of ['a\ud800b', 'a\u0000b', 'a\nb', 'x'.repeat(101)])
      expect(await create({ full_name: bad })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'full_name'] }] },
      });
    expect(await made({ full_name: '  ' })).toMatchObject({ full_name: null });
  });
});

describe('the sign-in of an operator', () => {
  it('the sign-in of an operator returns a token that reads the account, and is audited', async () => {
    const record = await made();
    const { headers, ...answer } = await signedIn();
    expect(answer).toMatchObject({ token_type: 'bearer', expires_in: 28_800, dev_user: record });
    expect(await app.operators.readDevUser({ headers })).toMatchObject({ status: 200, body: record });
    const [entry] = await audited('sign_in');
    expect(entry).toMatchObject({
      actor: { kind: 'operator', id: String(record.id) },
      user_id: null,
      details: {},
    });
  });

  it("an operator's token opens no user's account, and a user's token no operator's", async () => {
    await made();
    const user = await newUser(app);
    const { headers } = await signedIn();
    expect(await app.accounts.readMe({ headers })).toMatchObject({ status: 401 });
    expect(await app.operators.readDevUser({ headers: user.headers })).toMatchObject({ status: 401 });
    app.world.clock.now += 28_801_000;
    expect(await app.operators.readDevUser({ headers })).toMatchObject({ status: 401 });
  });

  it('the sign-in of an operator has the same answer and reads for an unknown e-mail, a wrong password and an inactive account', async () => {
    const record = await made();
    const inactive = `off${email}`;
    const known = await app.devUsers.byId(record.id);
    if (!known) throw new Error();
    await app.devUsers.create({ ...known, id: record.id + 1, email: inactive, isActive: false });
    const seen = async (given: Partial<Body>) => {
      const from = app.calls.length;
      const { status, body } = await login(given);
      const { request_id: _, ...rest } = body as { request_id: string };
      return { status, ...rest, calls: app.calls.slice(from).map(({ operation }) => operation) };
    };
    const wrong = await seen({ password: 'wrong' });
    expect(wrong).toMatchObject({ status: 401, code: 'invalid_credentials' });
    expect(await seen({ email: inactive })).toEqual(wrong);
    expect(await seen({ email: `nobody${email}` })).toEqual(wrong);
    expect(await app.devUsers.byEmail(inactive)).not.toBeNull();
  });

  it('the sign-in of an operator is refused after ten failures within 15 minutes, and works afterwards', async () => {
    await made();
    const failed = await Promise.all(Array.from({ length: 14 }, () => login({ password: 'wrong' })));
    expect(failed.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
    app.world.clock.now += 300_000;
    const refused = await login();
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_failures' } });
    expect(refused.headers.get('retry-after')).toBe('600');
    expect(refused.headers.get('ratelimit')).toBe('"dev-login-failures";r=0;t=600');
    expect(await login({ email: `other${email}` })).toMatchObject({ status: 401 });
    app.world.clock.now += 600_000;
    expect(await login()).toMatchObject({ status: 200 });
  });

  it("failures of an operator are not in the activity of the account with the operator's ID", async () => {
    const { id } = await made();
    await newUser(app, { id, email: `user${email}` });
    expect(await login({ password: 'wrong' })).toMatchObject({ status: 401 });
    const { headers } = await signedIn();
    const change = { current_password: 'wrong', new_password: 'five plain words come together' };
    expect(await app.operators.changeDevUserPassword({ body: change, headers })).toMatchObject({
      body: { code: 'wrong_password' },
    });
    const { body } = await app.activity.listActivity({ query: {}, headers: await app.signIn(id) });
    expect(body).toMatchObject({ entries: [] });
  });

  it('parallel sign-ins of an operator with the right password all succeed', async () => {
    await made();
    const answers = await Promise.all(Array.from({ length: 30 }, () => login()));
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
    expect((await login()).headers.get('ratelimit')).toContain('r=10');
  });

  it('ten of 200 parallel wrong passwords of an operator are compared', async () => {
    await made();
    const wrong = () => login({ password: 'wrong' });
    let answers: Awaited<ReturnType<typeof wrong>>[] = [];
    const hashes = await hashesDuring(async () => {
      answers = await Promise.all(Array.from({ length: 200 }, wrong));
    });
    expect(hashes).toBe(10);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(190);
    for (const { headers } of refused) expect(headers.get('retry-after')).toBe('900');
  });

  it('a successful sign-in of an operator does not count', async () => {
    await made();
    for (let i = 0; i < 12; i++) expect((await login()).headers.get('ratelimit')).toContain('r=10');
  });
});
