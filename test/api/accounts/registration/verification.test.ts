import { allItems } from '#test/kit/all-items.ts';
import { newUser, newWorld, operatorDomain, startApp, type TestApp } from '#test/kit/harness.ts';
import { mailedCode, wrongCode } from '../mailed-code.ts';
import { attemptsLeft, codesLeft, rateLimitOf } from '../rate-limit-of.ts';

let app: TestApp;
let people = 0;
let email: string;
beforeAll(async () => {
  app = await startApp(await newWorld());
});
beforeEach(() => {
  app.world.mails.length = 0;
  app.world.clock.now = Date.parse('2026-11-21T12:00:00Z');
  email = `new${++people}@company.example`;
});
const send = (to = email, by = app) => by.accounts.sendVerification({ body: { email: to } });
const verify = (code: string, of = email) => app.accounts.verifyCode({ body: { email: of, code } });

describe('send-verification', () => {
  it('send-verification mails a code of six digits, and reports its lifetime', async () => {
    const answer = await send(' New1@Company.EXAMPLE');
    expect(answer).toMatchObject({ status: 200, body: { expires_in: 600, message: expect.any(String) } });
    expect(app.world.mails).toHaveLength(1);
    const code = mailedCode(app, 'new1@company.example');
    const [{ subject, text, html }] = app.world.mails as [(typeof app.world.mails)[0]];
    expect(subject).toBe('Confirm your e-mail address');
    expect(html).toContain(`>${code}</p>`);
    // A lock screen shows the first words of a mail, which must not contain the code.
    expect(text.indexOf(code)).toBeGreaterThan(100);
    expect(
      html
        .replace(/^.*<body/s, '')
        .replace(/<[^>]*>/g, '')
        .indexOf(code),
    ).toBeGreaterThan(100);
    expect(JSON.stringify(answer.body)).not.toContain(code);
  });

  it('send-verification refuses an address of an active or inactive account, and mails nothing', async () => {
    const [active, inactive] = [await newUser(app), await newUser(app, { isActive: false })];
    for (const { email } of [active, inactive])
      expect(await send(email.toUpperCase())).toMatchObject({ status: 409, body: { code: 'email_taken' } });
    expect(app.world.mails).toEqual([]);
  });

  it.each([
    `user+4915112345678@${operatorDomain}`,
    `User+4915112345678@${operatorDomain.toUpperCase()}`,
    'invalidate_ada@company.example',
    'Invalidate_ada@company.example',
  ])('send-verification refuses the reserved address %s', async (reserved) => {
    const { status, body } = await send(reserved);
    expect([status, body]).toMatchObject([
      422,
      { detail: [{ type: 'value_error', loc: ['body', 'email'], msg: 'This address is reserved' }] },
    ]);
    expect(app.world.mails).toEqual([]);
  });

  it('send-verification sends no second code within a minute and reports the wait; the first code stays valid', async () => {
    await send();
    const code = mailedCode(app, email);
    app.world.clock.now += 20_500;
    const refused = await send(email.toUpperCase());
    expect(refused).toMatchObject({ status: 429, body: { code: 'code_sent_recently' } });
    expect(refused.headers.get('retry-after')).toBe('40');
    expect(app.world.mails).toHaveLength(1);
    expect(await verify(code)).toMatchObject({ status: 200 });
    app.world.clock.now += 39_500;
    expect((await send()).status).toBe(200);
  });

  it('parallel calls of send-verification send one mail', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => send()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(29).fill(429)]);
    expect(app.world.mails).toHaveLength(1);
  });

  it('send-verification reports when the next code may be requested', async () => {
    expect(rateLimitOf(await send())).toEqual(codesLeft(200, 60));
    app.world.clock.now += 20_000;
    expect(rateLimitOf(await send())).toEqual(codesLeft(429, 40));
  });

  it('send-verification that cannot send leaves no code, and the next request need not wait', async () => {
    const broken = await startApp(app.world, { fault: { at: 4, mode: 'fails_before' } });
    expect(await send(email, broken)).toMatchObject({ status: 502, body: { code: 'message_not_sent' } });
    expect(broken.calls.map(({ operation }) => operation)).toEqual(['GetItem', 'GetItem', 'UpdateItem', 'SendEmail', 'UpdateItem']);
    expect(app.world.mails).toEqual([]);
    expect((await send()).status).toBe(200);
    expect(await verify(mailedCode(app, email))).toMatchObject({ status: 200 });
  });

  it('after a lost answer of the mail service, the sent code is invalid and the next code is valid', async () => {
    const broken = await startApp(app.world, { fault: { at: 4, mode: 'fails_after' } });
    expect((await send(email, broken)).status).toBe(502);
    const first = mailedCode(app, email);
    expect(await verify(first)).toMatchObject({ status: 400, body: { code: 'invalid_code' } });
    expect((await send()).status).toBe(200);
    expect(await verify(mailedCode(app, email))).toMatchObject({ status: 200 });
  });

  it('send-verification is refused until the next day after fifty wrong codes', async () => {
    for (let i = 0; i < 10; i++) {
      await send();
      const wrong = wrongCode(mailedCode(app, email));
      for (let tries = 0; tries < 5; tries++) await verify(wrong);
      app.world.clock.now += 60_000;
    }
    const refused = await send();
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    const midnight = Date.parse('2026-11-22T00:00:00Z');
    expect(rateLimitOf(refused)).toEqual(codesLeft(429, (midnight - app.world.clock.now) / 1000));
    expect(app.world.mails).toHaveLength(10);
    app.world.clock.now = midnight;
    expect((await send()).status).toBe(200);
  });
});

describe('verify-code', () => {
  it('verify-code confirms the right code repeatedly, whatever blanks and letter case the address has', async () => {
    await send();
    const code = mailedCode(app, email);
    for (const form of [email, ` ${email.toUpperCase()} `])
      expect(await verify(code, form)).toMatchObject({ status: 200, body: { verified: true } });
  });

  it('verify-code refuses a wrong code and a missing code', async () => {
    expect(await verify('123456')).toMatchObject({ status: 400, body: { code: 'invalid_code' } });
    await send();
    expect(await verify(wrongCode(mailedCode(app, email)))).toMatchObject({
      status: 400,
      body: { code: 'invalid_code' },
    });
  });

  it('verify-code reports the remaining attempts of a right, wrong, closed and missing code', async () => {
    expect(rateLimitOf(await verify('123456'))).toEqual(attemptsLeft(400, 5));
    await send();
    const code = mailedCode(app, email);
    expect(rateLimitOf(await verify(code))).toEqual(attemptsLeft(200, 5));
    app.world.clock.now += 100_000;
    for (let left = 4; left >= 0; left--) {
      expect(rateLimitOf(await verify(wrongCode(code)))).toEqual(attemptsLeft(400, left, 500));
      if (left > 0) expect(rateLimitOf(await verify(code))).toEqual(attemptsLeft(200, left, 500));
    }
    expect(rateLimitOf(await verify(code))).toEqual(attemptsLeft(429, 0, 500));
    app.world.clock.now += 500_000;
    expect(rateLimitOf(await verify(code))).toEqual(attemptsLeft(400, 5));
  });

  it('verify-code refuses even the right code after five wrong codes, and reports the wait', async () => {
    await send();
    const code = mailedCode(app, email);
    for (let i = 0; i < 5; i++) expect((await verify(wrongCode(code))).status).toBe(400);
    app.world.clock.now += 100_000;
    const refused = await verify(code);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(refused.headers.get('retry-after')).toBe('500');
  });

  it('verify-code accepts a code at 9:59.999 and refuses it at 10:00.000', async () => {
    await send();
    const code = mailedCode(app, email);
    app.world.clock.now += 599_999;
    expect((await verify(code)).status).toBe(200);
    app.world.clock.now += 1;
    expect(await verify(code)).toMatchObject({ status: 400, body: { code: 'code_expired' } });
  });

  it('verify-code refuses a code of another address', async () => {
    await send();
    await send(`other-${email}`);
    const [own, other] = [mailedCode(app, email), mailedCode(app, `other-${email}`)];
    if (own !== other) expect((await verify(other)).status).toBe(400);
  });

  it.each([{}, { email: 'a@b.example' }, { code: '123456' }, { email: 'a@b', code: 123456 }])(
    'verify-code refuses the body %j',
    async (body) => {
      expect((await app.accounts.verifyCode({ body: body as never })).status).toBe(422);
    },
  );
});

it('no code is stored in plain text', async () => {
  const world = await newWorld();
  const own = await startApp(world);
  for (let i = 0; i < 20; i++) {
    const to = `person-${'abcdefghijklmnopqrst'[i]}@company.example`;
    await send(to, own);
    const code = mailedCode(own, to);
    await own.accounts.verifyCode({ body: { email: to, code } });
    const [item] = (await allItems(world, 'accounts')).filter(({ pk }) => pk.endsWith(to));
    expect(item?.mac).toMatch(/^[0-9a-f]{64}$/);
    // Random hex and times may hold six digits by chance.
    const legible = Object.entries(item ?? {}).filter(([name]) => !isChance.test(name));
    expect(legible.map(([name]) => name.replace(/_[0-9a-f]{20}$/, '_network'))).toEqual([
      'failures20261121',
      'failures20261121_network',
      'kind',
      'pk',
      'sk',
      'tries',
    ]);
    expect(JSON.stringify(legible)).not.toContain(code);
  }
});
const isChance = /^(mac|generation|takenBy|returnedBy|requestId|sentAt|expiresAt|verifiedAt|ttl)$/;
