import { newAccount } from '#shared/accounts/rules/users.ts';
import { codeOf, wrongCodeOf } from '#test/api/accounts/second-factor/authenticator.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';

const password = 'four plain words together';
const shared = { 'x-svc-dev-token': operatorToken };
const email = 'grace@operator.example';
let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld(), { env: { OPERATOR_MFA_REQUIRED: 'true' } });
  const body = { email, password, role: 'write' } as const;
  await app.operators.createDevUser({ body, headers: { 'x-dev-token': operatorToken } });
});

const login = () => app.operators.loginDevUser({ body: { email, password } });
async function signedIn() {
  const answer = await login();
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return headersOf(answer.body.access_token);
}
const headersOf = (token: string) => ({
  own: { authorization: `Bearer ${token}` },
  operator: { 'x-svc-dev-token': token },
});
async function enrolled() {
  const { own } = await signedIn();
  const answer = await app.operators.enrollDevUserMfa({ body: { password }, headers: own });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return { own, secret: answer.body.secret, recovery: answer.body.recovery_codes };
}
async function confirmed() {
  const { own, secret, recovery } = await enrolled();
  app.world.clock.now += 1;
  const body = { code: codeOf(app, secret) };
  const { status } = await app.operators.confirmDevUserMfa({ body, headers: own });
  if (status !== 200) throw new Error(`${status}`);
  app.world.clock.now += 30_000;
  return { own, secret, recovery };
}
async function firstStep(): Promise<string> {
  const answer = await login();
  expect(answer).toMatchObject({ status: 401, body: { code: 'mfa_required' } });
  return (answer.body as unknown as { mfa_token: string }).mfa_token;
}
const second = (mfa_token: string, code: string) => app.operators.loginDevUserMfa({ body: { mfa_token, code } });
const audit = (headers: Record<string, string>) => app.operators.listAudit({ query: {}, headers });

describe('a stage that requires a second factor of operators', () => {
  it('a token without a second factor opens only the own account', async () => {
    const { own, operator } = await signedIn();
    expect((await app.operators.readDevUser({ headers: own })).status).toBe(200);
    expect(await audit(operator)).toMatchObject({ status: 403, body: { code: 'mfa_enrollment_required' } });
    expect((await audit(shared)).status).toBe(200);
  });

  it('a second factor is enrolled, confirmed, and required at every sign-in', async () => {
    const { own, secret } = await confirmed();
    expect((await app.operators.readDevUser({ headers: own })).status).toBe(401);
    const token = await firstStep();
    expect(await second(token, wrongCodeOf(app, secret))).toMatchObject({
      status: 400,
      body: { code: 'wrong_mfa_code' },
    });
    const code = codeOf(app, secret);
    const answer = await second(token, code);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    expect(answer.body.dev_user).toMatchObject({ email, mfa_enabled: true });
    expect((await audit(headersOf(answer.body.access_token).operator)).status).toBe(200);
    expect((await second(token, code)).status).toBe(400);
  });

  it('only another operator removes a second factor', async () => {
    const { secret } = await confirmed();
    const answer = await second(await firstStep(), codeOf(app, secret));
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    const body = { dev_user_id: answer.body.dev_user.id, mfa_enabled: false } as const;
    const { operator } = headersOf(answer.body.access_token);
    expect(await app.operators.updateDevUser({ body, headers: operator })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    await firstStep();
    expect((await app.operators.updateDevUser({ body, headers: shared })).status).toBe(200);
    expect((await login()).status).toBe(200);
  });

  it("one of two operators' twins with one code wins, and a recovery code works once", async () => {
    const { secret, recovery } = await confirmed();
    const token = await firstStep();
    for (const code of [codeOf(app, secret), recovery[0] ?? '']) {
      const answers = await Promise.all(Array.from({ length: 4 }, () => second(token, code)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    }
  });

  it('an operator has ten wrong codes an hour from a network', async () => {
    const { secret } = await confirmed();
    const token = await firstStep();
    for (let i = 0; i < 10; i++) expect((await second(token, wrongCodeOf(app, secret))).status).toBe(400);
    expect(await second(token, codeOf(app, secret))).toMatchObject({ status: 429 });
  });

  it('a wrong code of an operator is no activity of the account with the same number', async () => {
    const { secret } = await confirmed();
    const { body } = await app.operators.listDevUsers({ headers: shared });
    const [grace] = (body as { dev_users: { id: number }[] }).dev_users;
    const createdAt = new Date(app.world.clock.now).toISOString();
    await app.users.create(newAccount({ id: grace?.id ?? 0, email: 'ada@company.example', createdAt }));
    await second(await firstStep(), wrongCodeOf(app, secret));
    await app.settle();
    const activity = (await allItems(app.world, 'accounts')).filter(({ type }) => type === 'sign_in_failed');
    expect(activity).toEqual([]);
  });

  it('a token of the first step expires, opens nothing, and is no user’s', async () => {
    const { secret } = await confirmed();
    const token = await firstStep();
    const { own, operator } = headersOf(token);
    expect((await app.operators.readDevUser({ headers: own })).status).toBe(401);
    expect((await audit(operator)).status).toBe(401);
    const body = { mfa_token: token, code: codeOf(app, secret) };
    expect((await app.accounts.loginMfa({ body })).status).toBe(401);
    app.world.clock.now += 301_000;
    expect(await second(token, codeOf(app, secret))).toMatchObject({
      status: 401,
      body: { code: 'invalid_mfa_token' },
    });
  });

  it('another operator removes a lost second factor, and it is enrolled again', async () => {
    await confirmed();
    const { body } = await app.operators.listDevUsers({ headers: shared });
    const [grace] = (body as { dev_users: { id: number }[] }).dev_users;
    const removed = await app.operators.updateDevUser({
      body: { dev_user_id: grace?.id ?? 0, mfa_enabled: false },
      headers: shared,
    });
    expect(removed).toMatchObject({ status: 200, body: { mfa_enabled: false } });
    const { operator } = await signedIn();
    expect(await audit(operator)).toMatchObject({ status: 403, body: { code: 'mfa_enrollment_required' } });
    expect((await enrolled()).secret).not.toBe('');
  });

  it('enrolling a second factor requires the password, and confirming a right code, once', async () => {
    const { own, secret } = await enrolled();
    const wrong = await app.operators.enrollDevUserMfa({ body: { password: 'wrong' }, headers: own });
    expect(wrong).toMatchObject({ status: 403, body: { code: 'wrong_password' } });
    const confirm = (code: string) => app.operators.confirmDevUserMfa({ body: { code }, headers: own });
    expect((await confirm(wrongCodeOf(app, secret))).status).toBe(400);
    const code = codeOf(app, secret);
    const twins = (await Promise.all([confirm(code), confirm(code)])).map(({ status }) => status);
    expect(twins.filter((status) => status === 200)).toHaveLength(1);
  });
});

it('a stage that requires no second factor asks for an enrolled factor', async () => {
  const lenient = await startApp(app.world);
  const { own, operator } = await signedIn();
  expect((await lenient.operators.listAudit({ query: {}, headers: operator })).status).toBe(200);
  expect((await lenient.operators.readDevUser({ headers: own })).status).toBe(200);
});
