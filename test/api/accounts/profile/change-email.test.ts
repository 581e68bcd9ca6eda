import { hashPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { mailedCode, wrongCode } from '../mailed-code.ts';

const password = 'correct horse battery';
const passwordHash = hashPassword(password);

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});

type Headers = { authorization: string };
const person = async (given = {}) => newUser(app, { passwordHash: await passwordHash, ...given });
const ask = (headers: Headers, new_email: string, given = password) =>
  app.accounts.changeEmail({ body: { new_email, password: given }, headers });
const confirm = (headers: Headers, code: string) => app.accounts.confirmEmail({ body: { code }, headers });
const login = (email: string) => app.accounts.login({ body: { email, password } });
const subjectsTo = (email: string) => app.world.mails.filter(({ to }) => to === email).map(({ subject }) => subject);

describe('changing the e-mail address', () => {
  it('changing the e-mail address moves the account after verification and notifies both addresses', async () => {
    const { id, email, headers } = await person();
    expect(await ask(headers, ' Grace@New.example ')).toMatchObject({
      status: 200,
      body: { expires_in: 600 },
    });
    expect((await login(email)).status).toBe(200);
    expect(await app.accounts.readMe({ headers })).toMatchObject({ body: { email } });
    const answer = await confirm(headers, mailedCode(app, 'grace@new.example'));
    expect(answer).toMatchObject({ status: 200, body: { id, email: 'grace@new.example' } });
    expect([(await login(email)).status, (await login('grace@new.example')).status]).toEqual([401, 200]);
    expect(await app.accounts.readMe({ headers })).toMatchObject({ status: 200, body: { id } });
    await app.settle();
    expect(subjectsTo(email)).toEqual(['The e-mail address of your account was changed']);
    expect(subjectsTo('grace@new.example')).toEqual(['Confirm your new e-mail address', 'This is now the e-mail address of your account']);
    const toOld = app.world.mails.find(({ to }) => to === email);
    expect(toOld?.text).toContain('g…@new.example');
    expect(toOld?.text).not.toContain('grace');
    expect((await app.accounts.register({ body: { email, password } })).status).toBe(200);
  });

  it('a change to an address of another account gets the same answer, and that account a notice instead of a code', async () => {
    const [ada, eve] = [await person(), await person()];
    const free = await ask(ada.headers, 'free@new.example');
    const taken = await ask(ada.headers, eve.email);
    const shown = ({ status, body, headers }: typeof free) => [status, body, [...headers].filter(([name]) => name !== 'x-request-id')];
    expect(shown(taken)).toEqual(shown(free));
    expect(subjectsTo(eve.email)).toEqual(['Your address was entered for another account']);
    expect(app.world.mails.find(({ to }) => to === eve.email)?.text).not.toMatch(/\d{6}/);
    expect((await login(eve.email)).status).toBe(200);
  });

  it('changing the e-mail address requires the password', async () => {
    const { headers } = await person();
    expect(await ask(headers, 'free@new.example', 'wrong horse battery')).toMatchObject({
      status: 403,
      body: { code: 'wrong_password' },
    });
    expect(app.world.mails).toEqual([]);
    const { headers: identified } = await newUser(app);
    expect(await ask(identified, 'free@new.example')).toMatchObject({ status: 409 });
  });

  it('changing the e-mail address refuses reserved addresses, a missing address and the current address', async () => {
    const { email, headers } = await person();
    for (const address of ['user+351912345678@operator.example', 'invalidate_a@b.example', 'nobody', email])
      expect([address, (await ask(headers, address)).status]).toEqual([address, 422]);
    expect(app.world.mails).toEqual([]);
  });

  it('changing the e-mail address is limited to five requests an hour, and one a minute per address', async () => {
    const { headers } = await person();
    expect((await ask(headers, 'one@new.example')).status).toBe(200);
    expect(await ask(headers, 'one@new.example')).toMatchObject({
      status: 429,
      body: { code: 'code_sent_recently' },
    });
    for (const name of ['two', 'three', 'four']) expect((await ask(headers, `${name}@new.example`)).status).toBe(200);
    const refused = await ask(headers, 'five@new.example');
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(refused.headers.get('retry-after')).toBe('3600');
  });

  it('a code for a new address allows five failures, and a code of another account never matches', async () => {
    const [ada, eve] = [await person(), await person()];
    await ask(ada.headers, 'ada@new.example');
    const code = mailedCode(app, 'ada@new.example');
    expect((await confirm(eve.headers, code)).status).toBe(400);
    app.world.clock.now += 60_000;
    await ask(eve.headers, 'ada@new.example');
    const newest = mailedCode(app, 'ada@new.example');
    expect((await confirm(ada.headers, newest)).status).toBe(400);
    for (let i = 0; i < 5; i++) expect((await confirm(eve.headers, wrongCode(newest))).status).toBe(400);
    expect(await confirm(eve.headers, newest)).toMatchObject({ status: 429 });
  });

  it('a code expires, and only the newest address can be confirmed', async () => {
    const { headers } = await person();
    await ask(headers, 'one@new.example');
    const first = mailedCode(app, 'one@new.example');
    await ask(headers, 'two@new.example');
    expect(first === mailedCode(app, 'two@new.example') ? 400 : (await confirm(headers, first)).status).toBe(400);
    app.world.clock.now += 600_000;
    expect(await confirm(headers, mailedCode(app, 'two@new.example'))).toMatchObject({
      status: 400,
      body: { code: 'code_expired' },
    });
  });

  it('twins with one code change the e-mail address once, and each address is notified once', async () => {
    const { email, headers } = await person();
    await ask(headers, 'grace@new.example');
    const code = mailedCode(app, 'grace@new.example');
    const answers = await Promise.all(Array.from({ length: 4 }, () => confirm(headers, code)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(200);
    for (const status of statuses) expect([200, 400]).toContain(status);
    await app.settle();
    expect(subjectsTo(email)).toHaveLength(1);
    expect((await login('grace@new.example')).status).toBe(200);
  });

  it('one of an e-mail change and a registration of the address succeeds', async () => {
    const { id, email, headers } = await person();
    await ask(headers, 'grace@new.example');
    const code = mailedCode(app, 'grace@new.example');
    const [moved, made] = await Promise.all([
      confirm(headers, code),
      app.accounts.register({ body: { email: 'grace@new.example', password } }),
    ]);
    expect([
      [200, 409],
      [409, 200],
    ]).toContainEqual([moved.status, made.status]);
    const owner = await app.users.byEmail('grace@new.example');
    if (moved.status === 200) expect(owner?.id).toBe(id);
    else expect((await app.users.byEmail(email))?.id).toBe(id);
  });

  it('changing an unverified address welcomes once, and tells the old address nothing of the new address', async () => {
    const { email, headers } = await person({ emailVerified: false });
    await ask(headers, 'grace@new.example');
    await confirm(headers, mailedCode(app, 'grace@new.example'));
    await app.settle();
    expect(subjectsTo(email)).toEqual(['The e-mail address of your account was changed']);
    expect(app.world.mails.find(({ to }) => to === email)?.text).not.toContain('new.example');
    expect(subjectsTo('grace@new.example').filter((subject) => /welcome/i.test(subject))).toHaveLength(1);
    const key = { name: 'Shop', kind: 'secret', environment: 'live' } as const;
    expect((await app.keys.createKey({ body: key, headers })).status).toBe(201);
  });

  it('after an e-mail change, a reset code of the old address does not work', async () => {
    const { email, headers } = await person();
    await app.accounts.forgotPassword({ body: { email } });
    await app.work('reset_codes');
    const reset = mailedCode(app, email);
    await ask(headers, 'grace@new.example');
    await confirm(headers, mailedCode(app, 'grace@new.example'));
    expect((await app.accounts.verifyResetCode({ body: { email, code: reset } })).status).toBe(400);
  });
});

describe('the profile', () => {
  it('changing the profile accepts neither e-mail nor phone', async () => {
    const { headers } = await person();
    const body = { email: 'a@b.example', phone: '+351912345678', full_name: 'Ada' } as never;
    expect(await app.accounts.changeProfile({ body, headers })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'email'] }, { loc: ['body', 'phone'] }] },
    });
  });
});
