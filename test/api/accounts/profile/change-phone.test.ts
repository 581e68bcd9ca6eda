import { hashPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { newUser, newWorld, operatorDomain, startApp, type TestApp } from '#test/kit/harness.ts';

const password = 'correct horse battery';
const passwordHash = hashPassword(password);
const [old, phone] = ['+351912345678', '+351912345679'];
const emailOf = (number: string) => `user+${number.slice(1)}@${operatorDomain}`;

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});

const person = async (given = {}) => newUser(app, { passwordHash: await passwordHash, ...given });
const phonePerson = () => person({ email: emailOf(old), phone: old });
async function texted(number = phone) {
  const answer = await app.accounts.sendPhoneVerification({ body: { phone: number } });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return app.world.texts.findLast((text) => text.phone === number)?.code ?? '';
}
type Headers = { authorization: string };
const change = (headers: Headers, code: string, given = password) =>
  app.accounts.changePhone({ body: { phone, code, password: given }, headers });
const login = async (email: string) => (await app.accounts.login({ body: { email, password } })).status;

describe('changing the phone number', () => {
  it('changing the phone number requires a code sent to it, and notifies the mailbox', async () => {
    const { email, headers } = await person();
    expect(await change(headers, await texted())).toMatchObject({ status: 200, body: { phone, email } });
    expect(await app.accounts.readMe({ headers })).toMatchObject({ body: { phone, email } });
    await app.settle();
    expect(app.world.mails).toMatchObject([{ to: email, subject: 'The phone number of your account was changed' }]);
    expect(app.world.mails[0]?.text).not.toContain(phone);
  });

  it('changing the phone number of a phone account moves its sign-in and resets to the new number', async () => {
    const { headers } = await phonePerson();
    const answer = await change(headers, await texted());
    expect(answer).toMatchObject({ status: 200, body: { phone, email: emailOf(phone) } });
    expect([await login(emailOf(old)), await login(emailOf(phone))]).toEqual([401, 200]);
    app.world.texts.length = 0;
    for (const email of [emailOf(old), emailOf(phone)]) await app.accounts.forgotPassword({ body: { email } });
    await app.work('reset_codes');
    expect(app.world.texts).toMatchObject([{ phone }]);
    await app.settle();
    expect(app.world.mails).toEqual([]);
  });

  it('changing the phone number requires the password and the right code, each within its limits', async () => {
    const { headers } = await person();
    const code = await texted();
    expect(await change(headers, code, 'wrong')).toMatchObject({
      status: 403,
      body: { code: 'wrong_password' },
    });
    const wrong = code === '000000' ? '000001' : '000000';
    for (let i = 0; i < 5; i++) expect(await change(headers, wrong)).toMatchObject({ status: 400, body: { code: 'invalid_code' } });
    expect(await change(headers, code)).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(await app.accounts.readMe({ headers })).toMatchObject({ body: { phone: null } });
  });

  it('a code changes the phone number once, also for twins, and creates no account afterwards', async () => {
    const { headers, email } = await person();
    const code = await texted();
    const answers = await Promise.all(Array.from({ length: 4 }, () => change(headers, code)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(200);
    for (const status of statuses) expect([200, 400]).toContain(status);
    await app.settle();
    expect(app.world.mails.filter(({ to }) => to === email)).toHaveLength(1);
    const registration = { email: emailOf(phone), code, password };
    expect((await app.accounts.completeRegistration({ body: registration })).status).toBe(400);
  });

  it('one of two accounts with one code gets the phone number', async () => {
    const [ada, eve] = [await person(), await person()];
    const code = await texted();
    const answers = await Promise.all([change(ada.headers, code), change(eve.headers, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('one of a phone change and a registration with the number succeeds', async () => {
    const { headers, id } = await phonePerson();
    const code = await texted();
    const [moved, made] = await Promise.all([
      change(headers, code),
      app.accounts.completeRegistration({ body: { email: emailOf(phone), code, password } }),
    ]);
    const won = [moved, made].filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    const owner = await app.users.byEmail(emailOf(phone));
    expect(owner?.id === id).toBe(moved.status === 200);
  });
});
