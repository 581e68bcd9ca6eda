import { allItems } from '#test/kit/all-items.ts';
import { newUser, newWorld, operatorDomain, startApp, type TestApp } from '#test/kit/harness.ts';
import { mailedCode, wrongCode } from '../mailed-code.ts';
import { attemptsLeft, rateLimitOf } from '../rate-limit-of.ts';

let app: TestApp;
let people = 0;
let email: string;
beforeAll(async () => {
  app = await startApp(await newWorld());
});
beforeEach(() => {
  app.world.mails.length = 0;
  email = `person${++people}@company.example`;
});
const password = 'a fine long password';
type Body = Parameters<TestApp['accounts']['completeRegistration']>[0]['body'];
async function codeFor(to = email) {
  const { status } = await app.accounts.sendVerification({ body: { email: to } });
  if (status !== 200) throw new Error(`send-verification: ${status}`);
  return mailedCode(app, to);
}
const complete = (code: string, more: Partial<Body> = {}) =>
  app.accounts.completeRegistration({ body: { email, code, password, ...more } });
const verify = (code: string) => app.accounts.verifyCode({ body: { email, code } });
async function found(of = email) {
  await app.settle();
  const items = await allItems(app.world, 'accounts');
  const users = items.filter((item) => item.kind === 'user' && item.email === of);
  const ids = users.map(({ id }) => id);
  return {
    users,
    welcomes: app.world.mails.filter(({ to, subject }) => to === of && subject === 'Welcome to adtrail').length,
    discoveries: (await allItems(app.world, 'analysis')).filter(({ kind, userId }) => kind === 'user_task' && ids.includes(userId)),
  };
}

describe('complete-registration', () => {
  it('complete-registration creates a verified, signed-in account with all given values', async () => {
    const answer = await complete(await codeFor(), {
      full_name: ' Ada Example ',
      company: 'Northwind',
      company_website: 'Northwind.example',
      company_short_desc: 'Shoes.\nMade to measure.',
    });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    expect(answer.body).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 86_400,
      user: {
        id: expect.any(Number),
        email,
        email_verified: true,
        phone: null,
        full_name: 'Ada Example',
        company: 'Northwind',
        company_website: 'https://northwind.example/',
        company_short_desc: 'Shoes.\nMade to measure.',
        role: null,
        timezone: null,
        is_active: true,
        mfa_enabled: false,
        has_password: true,
        paid_status: 'none',
        on_waitlist: false,
        assistant_ads_enabled: false,
        created_at: new Date(app.world.clock.now).toISOString(),
      },
    });
    const me = await app.accounts.readMe({
      headers: { authorization: `Bearer ${answer.body.access_token}` },
    });
    expect(me).toMatchObject({ status: 200, body: answer.body.user });
    expect(await app.users.byEmail(email)).toMatchObject({
      emailVerified: true,
      passwordHash: expect.stringMatching(/^\$argon2id\$/),
    });
  });

  it('complete-registration sends the welcome and starts a discovery with a website, once', async () => {
    await complete(await codeFor(), { company_website: 'northwind.example' });
    const { users, welcomes, discoveries } = await found();
    const [user] = users;
    expect([users.length, welcomes]).toEqual([1, 1]);
    expect(discoveries).toMatchObject([
      {
        id: `lite_${user?.id}`,
        parameters: { company_website: 'https://northwind.example/', source: 'lite_signup' },
      },
    ]);
    expect((await found()).welcomes).toBe(1);
  });

  it('complete-registration starts no discovery without a website', async () => {
    await complete(await codeFor(), { company_website: ' ', full_name: '', company: null });
    expect(await found()).toMatchObject({
      welcomes: 1,
      discoveries: [],
      users: [{ fullName: null, company: null }],
    });
  });

  it('the right code after four wrong codes is accepted at both steps', async () => {
    const code = await codeFor();
    for (let i = 0; i < 2; i++) expect((await verify(wrongCode(code))).status).toBe(400);
    for (let i = 0; i < 2; i++) expect((await complete(wrongCode(code))).status).toBe(400);
    expect((await verify(code)).status).toBe(200);
    expect((await complete(code)).status).toBe(200);
  });

  it('complete-registration and verify-code share five failures per code', async () => {
    const code = await codeFor();
    for (let i = 0; i < 3; i++) expect((await complete(wrongCode(code))).status).toBe(400);
    for (let i = 0; i < 2; i++) expect((await verify(wrongCode(code))).status).toBe(400);
    for (const answer of [await complete(code), await verify(code)]) {
      expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
      expect(answer.headers.get('retry-after')).toBe('600');
    }
    expect(await app.users.byEmail(email)).toBeNull();
  });

  it('two hundred parallel requests with the right code create one account with one set of effects', async () => {
    const code = await codeFor();
    const answers = await Promise.all(Array.from({ length: 200 }, () => complete(code, { company_website: 'northwind.example' })));
    const byStatus = Object.groupBy(answers, ({ status }) => status);
    expect(byStatus[200]).toHaveLength(1);
    expect(Object.keys(byStatus).every((status) => ['200', '400', '409', '429'].includes(status))).toBe(true);
    const { users, welcomes, discoveries } = await found();
    expect([users.length, welcomes, discoveries.length]).toEqual([1, 1, 1]);
  });

  it('complete-registration reports the remaining attempts, also on success', async () => {
    const code = await codeFor();
    expect(rateLimitOf(await complete(wrongCode(code)))).toEqual(attemptsLeft(400, 4));
    expect(rateLimitOf(await complete(code))).toEqual(attemptsLeft(200, 4));
    email = `other-${email}`;
    const closed = await codeFor();
    for (let i = 0; i < 5; i++) await complete(wrongCode(closed));
    expect(rateLimitOf(await complete(closed))).toEqual(attemptsLeft(429, 0));
  });

  it('a thousand parallel wrong codes are five tries, and the right code is refused afterwards', async () => {
    const code = await codeFor();
    const answers = await Promise.all(Array.from({ length: 1000 }, () => complete(wrongCode(code))));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(995);
    expect((await complete(code)).status).toBe(429);
  });

  it('complete-registration uses the code up', async () => {
    const code = await codeFor();
    await complete(code);
    expect(await verify(code)).toMatchObject({ status: 400, body: { code: 'invalid_code' } });
  });

  it("complete-registration succeeds when the store's answer to its transaction is lost", async () => {
    const code = await codeFor();
    const fault = { at: 7, mode: 'fails_after' } as const;
    const unlucky = await startApp(app.world, { fault });
    const { status } = await unlucky.accounts.completeRegistration({ body: { email, code, password } });
    expect(status).toBe(200);
    const operations = unlucky.calls.map(({ operation }) => operation);
    expect(operations.slice(6)).toEqual(['TransactWriteItems', 'TransactWriteItems']);
    expect((await found()).users).toHaveLength(1);
  });

  it('complete-registration is 409 when it is repeated after a lost answer, and changes nothing', async () => {
    const code = await codeFor();
    const first = await complete(code);
    expect(await complete(code)).toMatchObject({ status: 409, body: { code: 'email_taken' } });
    expect((await found()).users).toMatchObject([{ id: (first.body as { user: { id: number } }).user.id }]);
  });

  it('complete-registration refuses a code of another address or purpose, and an older code', async () => {
    const other = await codeFor(`other-${email}`);
    const old = await codeFor();
    app.world.clock.now += 60_000;
    const code = await codeFor();
    for (const wrong of [other, old]) if (wrong !== code) expect((await complete(wrong)).status).toBe(400);
    const generated = `user+4915112345678@${operatorDomain}`;
    expect(await complete(code, { email: generated })).toMatchObject({ status: 400 });
    expect((await complete(code)).status).toBe(200);
  });

  it('complete-registration accepts a code at 9:59.999 and refuses it at 10:00.000', async () => {
    const code = await codeFor();
    app.world.clock.now += 600_000;
    expect(await complete(code)).toMatchObject({ status: 400, body: { code: 'code_expired' } });
    app.world.clock.now -= 1;
    expect((await complete(code)).status).toBe(200);
  });

  it.each([
    [{ password: 'short' }, 'password'],
    [{ password: 'é'.repeat(129) }, 'password'],
    [{ password: 'password' }, 'password'],
    [{ email: 'ada@company' }, 'email'],
    [{ email: 'invalidate_ada@company.example' }, 'email'],
    [{ code: undefined as never }, 'code'],
    [{ company_website: 'javascript:alert(1)' }, 'company_website'],
    [{ full_name: 'a\u0000b' }, 'full_name'],
    [{ full_name: 'x'.repeat(101) }, 'full_name'],
  ])('complete-registration refuses %j', async (more, field) => {
    const { status, body } = await complete('123456', more);
    expect(status).toBe(422);
    const detail = body as { detail: { loc: string[] }[] };
    expect(detail.detail.map(({ loc }) => loc)).toEqual([['body', field]]);
  });
});

describe('register', () => {
  const register = (more: object = {}) => app.accounts.register({ body: { email, password, full_name: 'Ada Example', ...more } });

  it('register creates an account with an unverified address, and signs in', async () => {
    const answer = await register({ email: ` ${email.toUpperCase()}` });
    expect(answer).toMatchObject({ status: 200, body: { user: { email, full_name: 'Ada Example' } } });
    expect(await app.users.byEmail(email)).toMatchObject({ emailVerified: false });
    expect(await found()).toMatchObject({ welcomes: 0, discoveries: [] });
  });

  it('sixty parallel registrations, with every spelling of the address, create one account', async () => {
    const forms = [email, email.toUpperCase(), ` ${email} `, email.replace('@', '＠'), email.replace('p', 'ｐ')];
    const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => register({ email: forms[i % forms.length] })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(59).fill(409)]);
    const { users } = await found();
    expect(users).toHaveLength(1);
  });

  it('register is refused for an address of an active or inactive account', async () => {
    for (const { email } of [await newUser(app), await newUser(app, { isActive: false })])
      expect(await register({ email })).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  });

  it.each([`user+4915112345678@${operatorDomain}`, 'invalidate_ada@company.example'])(
    'register refuses the reserved address %s',
    async (reserved) => {
      expect(await register({ email: reserved, password: 'x' })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'password'] }, { loc: ['body', 'email'] }] },
      });
    },
  );

  it('register stores no password in the table', async () => {
    await register();
    expect(JSON.stringify(await allItems(app.world, 'accounts'))).not.toContain(password);
  });
});

describe('the limit of new accounts', () => {
  let own: TestApp;
  beforeEach(async () => {
    own = await startApp(await newWorld());
  });
  const register = (given: string) => own.accounts.register({ body: { email: given, password } });
  const many = (length: number, emailOf: (i: number) => string) => Promise.all(Array.from({ length }, (_, i) => register(emailOf(i))));
  const made = (answers: { status: number }[]) => answers.filter(({ status }) => status === 200).length;

  it('a network may create twenty accounts an hour, also in parallel, and the headers report the rest', async () => {
    const first = await register('first@company.example');
    expect(rateLimitOf(first)).toEqual([200, '"registrations";q=20;w=3600', '"registrations";r=19;t=3600', null]);
    expect(made(await many(30, (i) => `a${i}@company.example`))).toBe(19);
    const over = await register('over@company.example');
    expect(over.body).toMatchObject({ code: 'too_many_requests' });
    expect(rateLimitOf(over)).toEqual([429, '"registrations";q=20;w=3600', '"registrations";r=0;t=3600', '3600']);
    own.world.clientAddress = '192.0.2.255';
    expect((await register('over@company.example')).status).toBe(429);
    own.world.clientAddress = '192.0.3.0';
    expect((await register('over@company.example')).status).toBe(200);
    own.world.clientAddress = '192.0.2.1';
    own.world.clock.now += 3_600_000;
    expect((await register('later@company.example')).status).toBe(200);
  });

  it('new accounts count over every way to create an account', async () => {
    await many(19, (i) => `a${i}@company.example`);
    const { idp } = own.world;
    const id_token = await idp.idToken({ email: 'by-idp@company.example' });
    expect((await own.accounts.signUpWithIdp({ body: { id_token } })).status).toBe(200);
    await own.accounts.sendVerification({ body: { email: 'three@company.example' } });
    const code = mailedCode(own, 'three@company.example');
    const body = { email: 'three@company.example', code, password };
    expect(await own.accounts.completeRegistration({ body })).toMatchObject({ status: 429 });
    const another = await idp.idToken({ email: 'idp2@company.example', sub: 'another' });
    expect((await own.accounts.signUpWithIdp({ body: { id_token: another } })).status).toBe(429);
    const company = { company: 'Northwind', company_website: 'northwind.example' };
    const completing = { body: { id_token: another, ...company } };
    expect((await own.accounts.completeIdpSignUp(completing)).status).toBe(429);
    own.world.clientAddress = '198.51.100.7';
    expect((await own.accounts.completeRegistration({ body })).status).toBe(200);
    expect((await own.accounts.signUpWithIdp({ body: { id_token: another } })).status).toBe(200);
  });

  it('a mailbox may have five new accounts a day, whatever the tags, and a refused account does not count for the network', async () => {
    expect(made(await many(9, (i) => `ada+${i}@company.example`))).toBe(5);
    const over = await register('ada@company.example');
    expect([over.status, over.headers.get('retry-after')]).toEqual([429, '86400']);
    expect((await register('ada+1@elsewhere.example')).headers.get('ratelimit')).toContain('r=14');
    own.world.clock.now += 86_399_999;
    expect((await register('ada@company.example')).status).toBe(429);
    own.world.clock.now += 1;
    expect((await register('ada@company.example')).status).toBe(200);
  });

  it('accounts with phones share no mailbox', async () => {
    for (let i = 0; i < 6; i++) {
      const phone = `+3519123456${10 + i}`;
      own.world.clientAddress = `198.51.${i}.1`;
      const asked = await own.accounts.sendPhoneVerification({ body: { phone } });
      const { email: generated } = asked.body as { email: string };
      const body = { email: generated, code: own.world.texts.at(-1)?.code ?? '', password };
      expect((await own.accounts.completeRegistration({ body })).status).toBe(200);
    }
  });

  it('an unverified account is welcomed once, when a reset or an identity verifies it', async () => {
    const welcomes = async (to: string) => {
      await own.settle();
      return own.world.mails.filter((mail) => mail.to === to && mail.subject.startsWith('Welcome')).length;
    };
    const [reset, identity] = ['reset@company.example', 'identity@company.example'];
    for (const given of [reset, identity]) {
      await register(given);
      expect(await welcomes(given)).toBe(0);
    }
    for (let i = 0; i < 2; i++) {
      own.world.clock.now += 61_000;
      await own.accounts.forgotPassword({ body: { email: reset } });
      await own.work('reset_codes');
      const code = mailedCode(own, reset);
      const verified = await own.accounts.verifyResetCode({ body: { email: reset, code } });
      if (verified.status !== 200) throw new Error();
      const { reset_token } = verified.body;
      const new_password = `another horse ${i}`;
      const body = { email: reset, code, reset_token, new_password };
      expect((await own.accounts.resetPassword({ body })).status).toBe(200);
      expect(await welcomes(reset)).toBe(1);
    }
    const id_token = await own.world.idp.idToken({ email: identity });
    expect((await own.accounts.signInWithIdp({ body: { id_token } })).status).toBe(200);
    expect(await welcomes(identity)).toBe(1);
  });
});
