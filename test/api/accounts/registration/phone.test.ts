import { newUser, newWorld, startApp, type TestApp, type World } from '#test/kit/harness.ts';
import { attemptsLeft, codesLeft, rateLimitOf } from '../rate-limit-of.ts';

const phone = '+351912345678';
const email = 'user+351912345678@operator.example';
const cannotReceive = '+351912340001';

let world: World;
let app: TestApp;
beforeEach(async () => {
  world = await newWorld();
  app = await startApp(world);
});

const ask = (given: string, of = app) => of.accounts.sendPhoneVerification({ body: { phone: given } });
const check = (code: string, given = phone) => app.accounts.verifyPhoneCode({ body: { phone: given, code } });
const lastCode = () => world.texts.at(-1)?.code ?? '';
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const later = (seconds: number) => {
  world.clock.now += seconds * 1000;
};

describe('a code by the messaging app', () => {
  it('a phone code goes to the international number in any spelling, and the answer has the generated e-mail', async () => {
    for (const written of ['+351 912-345-678', ' +351 (912) 345.678 ', '+351912345678', '+３５１９１２３４５６７８']) {
      const answer = await ask(written);
      expect(answer).toMatchObject({ status: 200, body: { email, expires_in: 600 } });
      later(60);
    }
    expect(world.texts.map((text) => text.phone)).toEqual([phone, phone, phone, phone]);
    for (const { code } of world.texts) expect(code).toMatch(/^\d{6}$/);
    expect(world.mails).toEqual([]);
  });

  it.each([
    '',
    'a number',
    '912345678',
    '0912345678',
    '+351',
    '+999123456789',
    '+0912345678',
    '+35191234567890123',
    '+351912345678 ext. 5',
    'call +351912345678',
    email,
  ])('a phone code refuses the number %j without repeating it', async (given) => {
    const answer = await ask(given);
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'phone'] }] } });
    if (given) expect(JSON.stringify(answer.body)).not.toContain(given);
    expect(world.texts).toEqual([]);
  });

  it.each([
    '+351 912 345 678',
    '00351912345678',
    '00 351 (912) 345-678',
    'tel:+351-912-345-678',
    '\u202a+351 912 345 678\u202c',
    '\u2066+351\u00a0912\u00a0345\u00a0678\u2069',
    '\uff0b\uff13\uff15\uff11 912345678',
    '\u200e+351912345678',
  ])('the number %j is the same number', async (written) => {
    expect(await ask(written)).toMatchObject({ status: 200, body: { email } });
  });

  it.each(['+52 1 55 1234 5678', '+5215512345678', '00521 55 1234 5678', '+52 55 1234 5678'])(
    'the Mexican mobile number %j loses its former 1',
    async (written) => {
      expect(await ask(written)).toMatchObject({
        status: 200,
        body: { email: expect.stringMatching(/^user\+525512345678@/) },
      });
    },
  );

  it('a phone code verifies as often as requested until it is used', async () => {
    await ask(phone);
    for (let i = 0; i < 3; i++) expect(await check(lastCode())).toMatchObject({ status: 200, body: { verified: true, email } });
    expect(await check(lastCode(), '+351 912 345 678')).toMatchObject({ status: 200 });
  });

  it('a phone code verifies no other phone, and not after a newer code', async () => {
    await ask(phone);
    const first = lastCode();
    expect((await check(first, '+351912345679')).status).toBe(400);
    later(60);
    await ask(phone);
    if (lastCode() !== first) expect((await check(first)).body).toMatchObject({ code: 'invalid_code' });
    expect((await check(lastCode())).status).toBe(200);
  });

  it('a phone code creates one account under the generated e-mail, and no further code is sent', async () => {
    await ask(phone);
    const body = { email, code: lastCode(), password: 'a long enough secret' };
    const registration = await app.accounts.completeRegistration({ body });
    expect(registration).toMatchObject({
      status: 200,
      body: { user: { email, email_verified: false, phone } },
    });
    expect((await check(lastCode())).status).toBe(400);
    later(60);
    expect(await ask(phone)).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  });

  it('a phone code works for no other address or purpose', async () => {
    await ask(phone);
    const body = { email: 'ada@company.example', code: lastCode() };
    await app.accounts.sendVerification({ body: { email: body.email } });
    const mailed = /\b\d{6}\b/.exec(world.mails.at(-1)?.text ?? '')?.[0] ?? '';
    if (mailed !== lastCode()) {
      expect((await app.accounts.verifyCode({ body })).status, 'the phone code for the e-mail').toBe(400);
      expect((await check(mailed)).status, 'the e-mailed code for the phone').toBe(400);
    }
    expect((await app.accounts.verifyCode({ body: { ...body, code: mailed } })).status).toBe(200);
    expect((await check(lastCode())).status).toBe(200);
  });

  it('a phone code expires after ten minutes', async () => {
    await ask(phone);
    later(599);
    expect((await check(lastCode())).status).toBe(200);
    later(1);
    expect(await check(lastCode())).toMatchObject({ status: 400, body: { code: 'code_expired' } });
  });

  it('a phone code allows five wrong guesses, also in parallel', async () => {
    await ask(phone);
    const wrong = otherThan(lastCode());
    const answers = await Promise.all(Array.from({ length: 12 }, () => check(wrong)));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    const closed = await check(lastCode());
    expect(closed).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(Number(closed.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('a phone code is compared as sent: other digits of the same value are wrong', async () => {
    await ask(phone);
    const wide = [...lastCode()].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('');
    expect((await check(wide)).status).toBe(400);
    expect((await check(` ${lastCode()}`)).status).toBe(400);
    expect((await check(lastCode())).status).toBe(200);
  });

  it('one phone code is sent per minute and phone, and the first stays valid', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(phone)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(429)]);
    expect(world.texts).toHaveLength(1);
    later(59);
    const early = await ask(phone);
    expect(early).toMatchObject({ status: 429, body: { code: 'code_sent_recently' } });
    expect(early.headers.get('retry-after')).toBe('1');
    expect((await check(lastCode())).status).toBe(200);
    later(1);
    expect((await ask(phone)).status).toBe(200);
  });

  it('no phone code is sent to a phone with an account', async () => {
    await newUser(app, { email, phone });
    expect(await ask(phone)).toMatchObject({ status: 409, body: { code: 'email_taken' } });
    expect(world.texts).toEqual([]);
  });
});

describe('the limits of a phone', () => {
  it('the headers of a phone code report the next request and the remaining failures', async () => {
    expect(rateLimitOf(await ask(phone))).toEqual(codesLeft(200, 60));
    later(20);
    expect(rateLimitOf(await ask(phone))).toEqual(codesLeft(429, 40));
    for (let attempts = 4; attempts >= 0; attempts--)
      expect(rateLimitOf(await check(otherThan(lastCode())))).toEqual(attemptsLeft(400, attempts, 580));
    expect(rateLimitOf(await check(lastCode()))).toEqual(attemptsLeft(429, 0, 580));
    later(40);
    await ask(phone);
    expect(rateLimitOf(await check(lastCode()))).toEqual(attemptsLeft(200, 5));
  });
});

describe('a phone code that could not be sent', () => {
  it('a number that cannot receive is reported and takes no slot', async () => {
    const refused = { status: 422, body: { detail: [{ loc: ['body', 'phone'] }] } };
    expect(await ask(cannotReceive)).toMatchObject(refused);
    expect(await ask(cannotReceive)).toMatchObject(refused);
  });

  it('a throttling messaging app is reported with a time to wait and takes no slot', async () => {
    for (let i = 0; i < 2; i++) {
      const answer = await ask('+351912340002');
      expect(answer).toMatchObject({ status: 503, body: { code: 'vendor_unavailable' } });
      expect(answer.headers.get('retry-after')).toBe('60');
    }
  });

  it('a failing messaging app leaves neither a code nor a taken slot', async () => {
    const broken = await startApp(world, { fault: { at: 8, mode: 'fails_after' } });
    expect(await ask(phone, broken)).toMatchObject({ status: 502, body: { code: 'message_not_sent' } });
    expect(broken.calls[7]?.operation).toBe('SendText');
    expect((await check(lastCode())).status).toBe(400);
    expect((await ask(phone)).status).toBe(200);
    expect((await check(lastCode())).status).toBe(200);
  });
});
