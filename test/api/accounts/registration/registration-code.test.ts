import type { EffectOf } from '#shared/messages/effects.ts';
import { deliver } from '#shared/outbox/deliver.ts';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { mailedCode } from '../mailed-code.ts';

const email = 'ada@company.example';
const password = 'correct horse battery';
let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});

async function registered() {
  const { status, body } = await app.accounts.register({ body: { email, password } });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { id: body.user.id, headers: { authorization: `Bearer ${body.access_token}` }, body };
}
const codes = () => app.world.mails.filter(({ to, subject }) => to === email && /^Confirm/.test(subject));
const send = (headers?: { authorization: string }) => app.accounts.sendVerification({ body: { email }, ...(headers && { headers }) });
const effectOf = (id: number): EffectOf<'registration_code'> => ({
  kind: 'registration_code',
  id: `registration_code#${id}`,
  user_id: id,
});

describe('registering with a code', () => {
  it('register mails one code, which verifies the address and causes the welcome', async () => {
    const { headers, body } = await registered();
    expect(body).toMatchObject({ verification_email: { scheduled: true, reason: null } });
    await app.settle();
    expect(codes()).toHaveLength(1);
    const code = mailedCode(app, email);
    expect(await app.accounts.verifyCode({ body: { email, code }, headers })).toMatchObject({ status: 200 });
    expect((await app.users.byEmail(email))?.emailVerified).toBe(true);
    await app.settle();
    expect(app.world.mails.map(({ subject }) => subject)).toEqual([codes()[0]?.subject, 'Welcome to adtrail']);
  });

  it('register takes the minute of the address, so sendVerification sends no other code', async () => {
    const { headers } = await registered();
    await app.settle();
    const first = mailedCode(app, email);
    for (const seconds of [0, 58]) {
      app.world.clock.now += seconds * 1000;
      expect(await send(headers)).toMatchObject({ status: 200, body: { expires_in: 600 } });
    }
    expect(codes()).toHaveLength(1);
    app.world.clock.now += 2000;
    expect(await send(headers)).toMatchObject({ status: 200, body: { expires_in: 600 } });
    expect(codes()).toHaveLength(2);
    expect(mailedCode(app, email)).not.toBe(first);
    expect(await send(headers)).toMatchObject({ status: 429, body: { code: 'code_sent_recently' } });
  });

  it('register returns 200 when mail fails, and the code is sent once mail works again', async () => {
    const failing = await startApp(app.world, { isDown: ({ operation }) => operation === 'SendEmail' });
    const { status, body } = await failing.accounts.register({ body: { email, password } });
    expect([status, body]).toMatchObject([200, { verification_email: { scheduled: true } }]);
    await failing.settle();
    expect(codes()).toEqual([]);
    await app.work('effects');
    expect(codes()).toHaveLength(1);
  });

  it('register returns the minute when its code cannot be sent', async () => {
    const failing = await startApp(app.world, { isDown: ({ operation }) => operation === 'SendEmail' });
    const { body } = await failing.accounts.register({ body: { email, password } });
    await failing.settle();
    const headers = { authorization: `Bearer ${'access_token' in body ? body.access_token : ''}` };
    expect(await send(headers)).toMatchObject({ status: 200 });
    expect(codes()).toHaveLength(1);
    await app.work('effects');
    expect(codes()).toHaveLength(1);
  });

  it('register reports that an address that bounced gets no code', async () => {
    await app.workerDeps('outbox').suppressions.add(email, 'bounce');
    const { body } = await registered();
    expect(body).toMatchObject({ verification_email: { scheduled: false, reason: 'suppressed' } });
    await app.settle();
    expect(app.world.mails).toEqual([]);
  });

  it('register sends no second code within a minute after a code that verifies the account', async () => {
    await send();
    const code = mailedCode(app, email);
    const { headers } = await registered();
    await app.settle();
    expect(codes()).toHaveLength(1);
    expect(await app.accounts.verifyCode({ body: { email, code }, headers })).toMatchObject({ status: 200 });
    expect((await app.users.byEmail(email))?.emailVerified).toBe(true);
  });

  it('register between sendVerification and completeRegistration takes the address, and the latter is 409', async () => {
    await send();
    await registered();
    await app.settle();
    const body = { email, code: mailedCode(app, email), password };
    expect(await app.accounts.completeRegistration({ body })).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    });
  });

  it('ten parallel registrations create one account and send one code', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => app.accounts.register({ body: { email, password } })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await app.settle();
    expect(codes()).toHaveLength(1);
  });

  it('parallel workers and a parallel request send one valid code', async () => {
    const { id, headers } = await registered();
    const workers = Array.from({ length: 4 }, () => deliver(effectOf(id), app.workerDeps('effects')));
    const [asked] = await Promise.all([send(headers), ...workers.map((work) => work.catch(() => undefined))]);
    expect(asked).toMatchObject({ status: 200, body: { expires_in: 600 } });
    await app.settle();
    expect(codes()).toHaveLength(1);
    const code = mailedCode(app, email);
    expect(await app.accounts.verifyCode({ body: { email, code }, headers })).toMatchObject({ status: 200 });
  });
});
