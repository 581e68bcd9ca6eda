import { hashPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

const password = 'correct horse battery';
const next = 'another horse battery';
const passwordHash = hashPassword(password);

let app: TestApp;
beforeAll(async () => {
  app = await startApp(await newWorld());
});

type Headers = { authorization: string };
const login = (email: string, given = password) => app.accounts.login({ body: { email, password: given } });
async function signIn(email: string): Promise<Headers> {
  const answer = await login(email);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return { authorization: `Bearer ${answer.body.access_token}` };
}
async function person() {
  const user = await newUser(app, { passwordHash: await passwordHash });
  return { ...user, legacy: user.headers, headers: await signIn(user.email) };
}
const change = (headers: Headers, current_password = password, new_password = next) =>
  app.accounts.changePassword({ body: { current_password, new_password }, headers });
const me = async (headers: Headers) => (await app.accounts.readMe({ headers })).status;

describe('changing the password', () => {
  it('changing the password ends every other session and notifies the owner', async () => {
    const { email, headers, legacy } = await person();
    const other = await signIn(email);
    app.world.clock.now += 1;
    expect(await change(headers)).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    expect([await me(headers), await me(other), await me(legacy)]).toEqual([200, 401, 401]);
    expect([(await login(email)).status, (await login(email, next)).status]).toEqual([401, 200]);
    await app.settle();
    const told = app.world.mails.filter(({ to }) => to === email);
    expect(told).toMatchObject([{ subject: 'Your password was changed' }]);
  });

  it('changing the password requires the current password, and failures count as failed sign-ins', async () => {
    const { email, headers } = await person();
    for (let left = 9; left >= 0; left--) {
      const answer = await change(headers, 'wrong horse battery');
      expect(answer).toMatchObject({ status: 403, body: { code: 'wrong_password' } });
      expect(answer.headers.get('ratelimit')).toContain(`"login";r=${left};`);
    }
    const refused = await change(headers);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_failures' } });
    expect(refused.headers.get('retry-after')).not.toBeNull();
    expect((await login(email)).status).toBe(429);
    app.world.clock.now += 900_000;
    expect((await login(email)).status).toBe(200);
    expect(await me(headers)).toBe(200);
  });

  it('changing the password reports every problem of a weak password and counts nothing', async () => {
    const { email, headers } = await person();
    const answer = await app.accounts.changePassword({
      body: { current_password: 7, new_password: 'x' } as never,
      headers,
    });
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'current_password'] }, { loc: ['body', 'new_password'] }] },
    });
    expect((await login(email)).headers.get('ratelimit')).toContain('r=10');
  });

  it('changing the password is 409 for an account without a password', async () => {
    const { headers } = await newUser(app);
    expect(await change(headers)).toMatchObject({ status: 409, body: { code: 'no_password' } });
  });

  it('one of two parallel password changes succeeds, and its password works', async () => {
    const { email, headers } = await person();
    const wishes = Array.from({ length: 5 }, (_, i) => `${next} ${i}`);
    const answers = await Promise.all(wishes.map((wish) => change(headers, password, wish)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403]);
    const won = wishes[answers.findIndex(({ status }) => status === 200)] ?? '';
    expect((await login(email, won)).status).toBe(200);
    expect(await me(headers)).toBe(200);
  });
});
