import { setPassword } from '#functions/api/operators/accounts/set-password.ts';
import { openTo } from '#test/api/operators/open-to.ts';
import { newUser, newWorld, operatorToken, startApp, type TestApp, type World } from '#test/kit/harness.ts';

const headers = { 'x-svc-dev-token': operatorToken };
const first = 'correct horse battery staple';
const second = 'four other plain words';
let world: World;
let app: TestApp;
beforeAll(async () => {
  world = await newWorld();
  // These tests create more accounts than the limit of a network.
  app = await startApp(world, { env: { REGISTRATIONS_PER_HOUR: '2000' } });
});

async function registered() {
  const email = `ada${Math.random().toString(36).slice(2)}@company.example`;
  const answer = await app.accounts.register({ body: { email, password: first } });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  await app.settle();
  world.mails.length = 0;
  const { access_token, user } = answer.body;
  return { email, id: user.id, token: { authorization: `Bearer ${access_token}` } };
}
type Body = Parameters<TestApp['operators']['changeUserPassword']>[0]['body'];
const change = (body: Body) => app.operators.changeUserPassword({ body, headers });
const login = (email: string, password: string) => app.accounts.login({ body: { email, password } });
const me = (token: { authorization: string }) => app.accounts.readMe({ headers: token });
const audited = async (user_id: number) => {
  const { body } = await app.operators.listAudit({ query: { user_id }, headers });
  if (!('entries' in body)) throw new Error(JSON.stringify(body));
  return body.entries;
};

describe("an operator's change of a password", () => {
  it("an operator's change replaces the old password, by e-mail or by ID", async () => {
    const { email, id } = await registered();
    const by = [{ email: ` ${email.toUpperCase()} ` }, { user_id: id }];
    let [old, latest] = [first, second];
    for (const user of by) {
      expect(await change({ ...user, new_password: latest })).toMatchObject({
        status: 200,
        body: { message: expect.any(String), user_id: id },
      });
      expect([(await login(email, old)).status, (await login(email, latest)).status]).toEqual([401, 200]);
      [old, latest] = [latest, old];
    }
  });

  it("an operator's change hashes the password like a sign-up", async () => {
    const { email, id } = await registered();
    const method = async () => (await app.users.byId(id))?.passwordHash?.split('$').slice(0, 4);
    const before = await method();
    await change({ email, new_password: second });
    expect([await method(), before?.[1]]).toEqual([before, 'argon2id']);
  });

  it("an operator's change of a password ends every session at every Bearer endpoint at once", async () => {
    const { email, token } = await registered();
    const renewed = await app.accounts.refresh({ headers: token });
    await change({ email, new_password: second });
    expect(await openTo(app, token)).toEqual([]);
    if (renewed.status !== 200) throw new Error('not refreshed');
    const other = { authorization: `Bearer ${renewed.body.access_token}` };
    expect((await me(other)).status).toBe(401);
    const fresh = await login(email, second);
    if (fresh.status !== 200) throw new Error('not signed in');
    expect((await me({ authorization: `Bearer ${fresh.body.access_token}` })).status).toBe(200);
  });

  it("an operator's change of a password also ends a session that began in parallel", async () => {
    const { email, id } = await registered();
    const looked = await app.users.byId(id);
    await change({ email, new_password: second });
    const between = await login(email, second);
    if (!looked || between.status !== 200) throw new Error('not signed in');
    await setPassword(looked, 'a third row of words', { by: { kind: 'system', id: 'test' } }, app.viewDeps());
    expect((await me({ authorization: `Bearer ${between.body.access_token}` })).status).toBe(401);
  });

  it("an operator's change of a password ends a reset in progress", async () => {
    const { email } = await registered();
    await app.accounts.forgotPassword({ body: { email } });
    await app.work('reset_codes');
    const code = /\b\d{6}\b/.exec(world.mails.at(-1)?.text ?? '')?.[0] ?? '';
    const verified = await app.accounts.verifyResetCode({ body: { email, code } });
    if (verified.status !== 200) throw new Error('not verified');
    const { reset_token } = verified.body;
    await change({ email, new_password: second });
    const reset = await app.accounts.resetPassword({
      body: { email, code, reset_token, new_password: first },
    });
    expect(reset).toMatchObject({ status: 400, body: { code: 'invalid_reset_token' } });
    expect((await login(email, second)).status).toBe(200);
  });

  it("an operator's change of a password is mailed to the user and recorded once, without the password", async () => {
    const { email, id } = await registered();
    await app.users.change(id, { emailVerified: true });
    await change({ email, new_password: second });
    await app.settle();
    expect(world.mails).toMatchObject([{ to: email, subject: 'Your password was changed by our support team' }]);
    const entries = await audited(id);
    expect(entries).toMatchObject([{ actor: { kind: 'operator_token' }, action: 'change_user_password', user_id: id, details: {} }]);
    expect(JSON.stringify([entries, world.mails])).not.toContain(second);
  });

  it("an operator's change reopens the sign-in that failures closed, from known networks and from others", async () => {
    const { email } = await registered();
    const { clientAddress } = world;
    const addresses = [clientAddress, '198.51.100.1'];
    for (const address of addresses) {
      world.clientAddress = address;
      for (let tries = 0; tries < 10; tries++) await login(email, 'wrong');
      expect((await login(email, first)).status).toBe(429);
    }
    expect((await change({ email, new_password: second })).status).toBe(200);
    for (const address of addresses) {
      world.clientAddress = address;
      expect((await login(email, second)).status).toBe(200);
    }
    world.clientAddress = clientAddress;
    await app.settle();
  });

  it("an operator's change of a phone account's password is mailed to no mailbox", async () => {
    world.mails.length = 0;
    const email = 'user+351912345678@operator.example';
    const { id } = await newUser(app, { email, phone: '+351912345678' });
    expect((await change({ user_id: id, new_password: second })).status).toBe(200);
    await app.settle();
    expect(world.mails).toEqual([]);
  });

  it("an operator's change of a password does not reactivate an invalidated account", async () => {
    const { email, id } = await registered();
    await app.operators.invalidateAccount({ body: { email }, headers });
    expect((await change({ email: `invalidate_${email}`, new_password: second })).status).toBe(200);
    expect((await login(`invalidate_${email}`, second)).status).toBe(401);
    expect((await app.users.byId(id))?.isActive).toBe(false);
  });

  it('twenty parallel changes of a password end with one of the passwords, and no earlier session', async () => {
    const { email, id, token } = await registered();
    const passwords = Array.from({ length: 20 }, (_, i) => `plain words number ${i}`);
    const answers = await Promise.all(passwords.map((new_password) => change({ email, new_password })));
    const taken = answers.filter(({ status }) => status === 200).length;
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    expect(taken).toBeGreaterThan(0);
    expect(await audited(id)).toHaveLength(taken);
    expect((await me(token)).status).toBe(401);
  });

  it("an operator's change refuses a weak password, two names or none (422), and an unknown user (404)", async () => {
    const { email, id } = await registered();
    const refused = async (body: object) => {
      const answer = await change(body as Body);
      return [answer.status, (answer.body as { detail: { loc: string[] }[] }).detail.map(({ loc }) => loc.at(-1))];
    };
    expect(await refused({ email, new_password: 'short' })).toEqual([422, ['new_password']]);
    expect(await refused({ email, new_password: 'password123' })).toEqual([422, ['new_password']]);
    expect(await refused({ email, user_id: id, new_password: second })).toEqual([422, ['user_id']]);
    expect(await refused({ new_password: 'short' })).toEqual([422, ['new_password', 'email']]);
    const nobody = { email: 'nobody@company.example', new_password: second };
    expect(await change(nobody)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await change({ user_id: 2 ** 50, new_password: second })).toMatchObject({ status: 404 });
    expect((await login(email, first)).status).toBe(200);
  });
});
