// Slow: it fails every call in turn.
import { hashPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { mailedCode } from '#test/api/accounts/mailed-code.ts';
import { newUser, operatorDomain, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

const [password, next] = ['correct horse battery', 'another horse battery'];
const passwordHash = hashPassword(password);
const [address, phone, oldPhone] = ['grace@new.example', '+351912345679', '+351912345678'];

const person = async (app: TestApp, given = {}) => newUser(app, { passwordHash: await passwordHash, ...given });
async function signIn(app: TestApp, email: string) {
  const answer = await app.accounts.login({ body: { email, password } });
  if (answer.status !== 200) throw new Error(`${answer.status}`);
  return { authorization: `Bearer ${answer.body.access_token}` };
}
const login = async (app: TestApp, email: string, given = password) =>
  (await app.accounts.login({ body: { email, password: given } })).status;

it('a crash at any call of changing the password, and a retry: done as a whole, told once', async () => {
  const calls = await crashTest({
    async prepare(app) {
      const { email } = await person(app);
      const [mine, other] = [await signIn(app, email), await signIn(app, email)];
      return { email, mine, other };
    },
    operation: (app, { mine }) =>
      app.accounts.changePassword({
        body: { current_password: password, new_password: next },
        headers: mine,
      }),
    async check(app, { email, mine, other }, { status }) {
      // A retry returns 403 if the first request changed the password.
      expect([200, 403]).toContain(status);
      expect([await login(app, email), await login(app, email, next)]).toEqual([401, 200]);
      expect((await app.accounts.readMe({ headers: mine })).status).toBe(200);
      expect((await app.accounts.readMe({ headers: other })).status).toBe(401);
      await app.settle();
      expect(app.world.mails).toMatchObject([{ to: email, subject: 'Your password was changed' }]);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems']);
});

it('a crash at any call of changing the e-mail, and a retry a minute later: the newest code confirms', async () => {
  const calls = await crashTest({
    prepare: person,
    operation: (app, { headers }) => app.accounts.changeEmail({ body: { new_email: address, password }, headers }),
    succeeded: ({ status }) => status === 200,
    async check(app, { email, headers }) {
      expect(await login(app, email)).toBe(200);
      const code = mailedCode(app, address);
      expect((await app.accounts.confirmEmail({ body: { code }, headers })).status).toBe(200);
      expect([await login(app, email), await login(app, address)]).toEqual([401, 200]);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual([
    'GetItem',
    'UpdateItem',
    'DeleteItem',
    'UpdateItem',
    'GetItem',
    'GetItem',
    'UpdateItem',
    'UpdateItem',
    'SendEmail',
    'PutItem',
  ]);
});

it('a crash at any call of confirming the e-mail, and a retry: moved as a whole, both addresses told once', async () => {
  const calls = await crashTest({
    async prepare(app) {
      const user = await person(app);
      await app.accounts.changeEmail({ body: { new_email: address, password }, headers: user.headers });
      const code = mailedCode(app, address);
      app.world.mails.length = 0;
      return { ...user, code };
    },
    operation: (app, { headers, code }) => app.accounts.confirmEmail({ body: { code }, headers }),
    async check(app, { id, email, headers }, { status }) {
      expect([200, 400]).toContain(status);
      expect(await app.accounts.readMe({ headers })).toMatchObject({ body: { id, email: address } });
      expect([await login(app, email), await login(app, address)]).toEqual([401, 200]);
      expect((await app.accounts.register({ body: { email, password } })).status).toBe(200);
      await app.settle();
      const subjects = app.world.mails.map(({ to, subject }) => `${to === email ? 'old' : 'new'}: ${subject}`);
      expect(subjects.sort()).toEqual([
        'new: This is now the e-mail address of your account',
        'old: Confirm your e-mail address',
        'old: The e-mail address of your account was changed',
      ]);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', 'UpdateItem', 'UpdateItem', 'TransactWriteItems']);
});

it.each([
  ['an account with a mailbox', {}],
  ['an account that signs in with its phone', { email: `user+${oldPhone.slice(1)}@${operatorDomain}`, phone: oldPhone }],
])('a crash at any call of changing the phone of %s, and a retry: changed as a whole', async (_, given) => {
  const calls = await crashTest({
    async prepare(app) {
      const user = await person(app, given);
      await app.accounts.sendPhoneVerification({ body: { phone } });
      return { ...user, code: app.world.texts.at(-1)?.code ?? '' };
    },
    operation: (app, { headers, code }) => app.accounts.changePhone({ body: { phone, code, password }, headers }),
    async check(app, { headers, email }, { status }) {
      expect([200, 400]).toContain(status);
      const mine = 'phone' in given ? `user+${phone.slice(1)}@${operatorDomain}` : email;
      expect(await app.accounts.readMe({ headers })).toMatchObject({ body: { phone, email: mine } });
      expect(await login(app, mine)).toBe(200);
      await app.settle();
      expect(app.world.mails).toHaveLength('phone' in given ? 0 : 1);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual([
    'GetItem',
    'UpdateItem',
    'DeleteItem',
    'UpdateItem',
    'UpdateItem',
    'TransactWriteItems',
  ]);
});
