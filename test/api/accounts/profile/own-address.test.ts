import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { mailedCode, wrongCode } from '../mailed-code.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});

async function registered(email = 'ada@company.example') {
  const answer = await app.accounts.register({ body: { email, password: 'correct horse battery' } });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  const headers = { authorization: `Bearer ${answer.body.access_token}` };
  return { email, headers, id: answer.body.user.id };
}
const secretKey = (headers: { authorization: string }) =>
  app.keys.createKey({ body: { name: 'Shop', kind: 'secret', environment: 'live' }, headers });

describe("verifying one's own address", () => {
  it('a mailed code verifies the address, allows live keys and sends the welcome once', async () => {
    const { email, headers } = await registered();
    expect(await secretKey(headers)).toMatchObject({ status: 403, body: { code: 'verification_required' } });
    const isVerified = (email_verified: boolean) => ({ status: 200, body: { email, email_verified } });
    expect(await app.accounts.readMe({ headers })).toMatchObject(isVerified(false));
    expect(await app.accounts.sendVerification({ body: { email }, headers })).toMatchObject({ status: 200 });
    const code = mailedCode(app, email);
    const verify = () => app.accounts.verifyCode({ body: { email, code }, headers });
    expect(await verify()).toMatchObject({ status: 200, body: { verified: true } });
    expect(await app.accounts.readMe({ headers })).toMatchObject(isVerified(true));
    expect(await verify()).toMatchObject({ status: 200, body: { verified: true } });
    expect(await secretKey(headers)).toMatchObject({ status: 201 });
    await app.settle();
    expect(app.world.mails.filter(({ subject }) => /welcome/i.test(subject))).toHaveLength(1);
    app.world.clock.now += 61_000;
    expect(await app.accounts.sendVerification({ body: { email }, headers })).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    });
  });

  it('a wrong code, and a right code without the session, leave the address unverified', async () => {
    const { email, headers } = await registered();
    await app.accounts.sendVerification({ body: { email }, headers });
    const code = mailedCode(app, email);
    expect(await app.accounts.verifyCode({ body: { email, code: wrongCode(code) }, headers })).toMatchObject({
      status: 400,
    });
    expect(await app.accounts.verifyCode({ body: { email, code } })).toMatchObject({ status: 200 });
    expect(await secretKey(headers)).toMatchObject({ status: 403 });
  });

  it('only the own address can be verified, and verifying an address of another account is refused', async () => {
    const ada = await registered();
    const eve = await registered('eve@company.example');
    const { headers } = eve;
    expect(await app.accounts.sendVerification({ body: { email: ada.email }, headers })).toMatchObject({
      status: 409,
    });
    expect(await app.accounts.sendVerification({ body: { email: ada.email } })).toMatchObject({
      status: 409,
    });
    const email = 'new@company.example';
    await app.accounts.sendVerification({ body: { email }, headers });
    await app.accounts.verifyCode({ body: { email, code: mailedCode(app, email) }, headers });
    expect(await secretKey(headers)).toMatchObject({ status: 403 });
  });

  it('twins with one code verify the address once, and both succeed', async () => {
    const { email, headers } = await registered();
    await app.accounts.sendVerification({ body: { email }, headers });
    const code = mailedCode(app, email);
    const answers = await Promise.all(Array.from({ length: 4 }, () => app.accounts.verifyCode({ body: { email, code }, headers })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await app.settle();
    expect(app.world.mails.filter(({ subject }) => /welcome/i.test(subject))).toHaveLength(1);
  });
});
