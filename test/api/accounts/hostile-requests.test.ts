import { hashPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { newUser, newWorld, operatorToken, startApp, type TestApp, type World } from '#test/kit/harness.ts';
import { mailedCode, wrongCode } from './mailed-code.ts';

const password = 'correct horse battery';
const attacker = '203.0.113.9';
const owner = '198.51.100.20';
let passwordHash: string;
let world: World;
let app: TestApp;
beforeAll(async () => {
  passwordHash = await hashPassword(password);
});
beforeEach(async () => {
  world = await newWorld();
  app = await startApp(world);
});

async function from<T>(address: string, work: () => Promise<T>): Promise<T> {
  const before = world.clientAddress;
  world.clientAddress = address;
  try {
    return await work();
  } finally {
    world.clientAddress = before;
  }
}
const login = (email: string, given = password) => app.accounts.login({ body: { email, password: given } });
const times = async (many: number, work: () => Promise<unknown>) => {
  for (let i = 0; i < many; i++) await work();
};

describe('sixty hostile requests from one network', () => {
  it('sixty hostile requests from one network do not keep the owner of an account from signing in', async () => {
    const { email } = await newUser(app, { passwordHash });
    await from(attacker, () => times(60, () => login(email, 'wrong')));
    expect(await from(owner, () => login(email))).toMatchObject({ status: 200 });
  });

  it('sixty hostile requests from one network do not keep the owner from signing in with a new password, from the same network too', async () => {
    const { email } = await newUser(app, { passwordHash });
    await times(10, () => login(email, 'wrong'));
    expect(await login(email)).toMatchObject({ status: 429 });
    world.clock.now += 1;
    await app.accounts.forgotPassword({ body: { email } });
    await app.work('reset_codes');
    const code = mailedCode(app, email);
    const verified = await app.accounts.verifyResetCode({ body: { email, code } });
    if (verified.status !== 200) throw new Error(JSON.stringify(verified.body));
    const new_password = 'another horse entirely';
    const { reset_token } = verified.body;
    const reset = await app.accounts.resetPassword({ body: { email, code, reset_token, new_password } });
    expect(reset.status).toBe(200);
    expect(await login(email, new_password)).toMatchObject({ status: 200 });
  });

  it('sixty hostile requests from one network do not keep the owner from resetting the password', async () => {
    const { email } = await newUser(app, { passwordHash });
    const ask = async () => {
      await app.accounts.forgotPassword({ body: { email } });
      await app.work('reset_codes');
    };
    await from(attacker, () =>
      times(10, async () => {
        await ask();
        const code = wrongCode(mailedCode(app, email));
        await times(5, () => app.accounts.verifyResetCode({ body: { email, code } }));
        world.clock.now += 60_000;
      }),
    );
    await from(owner, async () => {
      await ask();
      const body = { email, code: mailedCode(app, email) };
      expect(await app.accounts.verifyResetCode({ body })).toMatchObject({ status: 200 });
    });
  });

  it('sixty hostile requests from one network do not keep a person from registering', async () => {
    const email = 'new@company.example';
    const ask = () => app.accounts.sendVerification({ body: { email } });
    await from(attacker, () =>
      times(10, async () => {
        await ask();
        const code = wrongCode(mailedCode(app, email));
        await times(5, () => app.accounts.verifyCode({ body: { email, code } }));
        world.clock.now += 60_000;
      }),
    );
    await from(owner, async () => {
      expect(await ask()).toMatchObject({ status: 200 });
      const body = { email, code: mailedCode(app, email), password };
      expect(await app.accounts.completeRegistration({ body })).toMatchObject({ status: 200 });
    });
  });

  it('sixty hostile requests from one network do not keep an operator from signing in', async () => {
    const body = { email: 'grace@operator.example', password: 'four plain words together' };
    await app.operators.createDevUser({ body, headers: { 'x-dev-token': operatorToken } });
    await from(attacker, () => times(60, () => app.operators.loginDevUser({ body: { ...body, password: 'wrong' } })));
    expect(await from(owner, () => app.operators.loginDevUser({ body }))).toMatchObject({ status: 200 });
  });
});

describe('one network', () => {
  it('one network may request five codes an hour to invented phones, without affecting other networks', async () => {
    const answers = await from(attacker, () =>
      Promise.all(
        Array.from({ length: 60 }, (_, i) => app.accounts.sendPhoneVerification({ body: { phone: `+4479000${String(10_000 + i * 7)}` } })),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(world.texts).toHaveLength(5);
    const honest = () => app.accounts.sendPhoneVerification({ body: { phone: '+33612345678' } });
    expect(await from(owner, honest)).toMatchObject({ status: 200 });
  });

  it('one network may create twenty accounts an hour', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 25; i++)
      statuses.push((await app.accounts.register({ body: { email: `a${i}@company.example`, password } })).status);
    expect(statuses).toEqual([...Array(20).fill(200), ...Array(5).fill(429)]);
  });
});

describe("a stranger's mailbox", () => {
  it('an unverified mailbox receives one code and five e-mails a day, without chosen texts', async () => {
    const email = 'victim@company.example';
    const made = await app.accounts.register({ body: { email, password } });
    if (made.status !== 200) throw new Error(JSON.stringify(made.body));
    const headers = { authorization: `Bearer ${made.body.access_token}` };
    for (let i = 0; i < 8; i++) {
      const body = { name: `Buy at evil.example ${i}`, kind: 'secret', environment: 'test' } as const;
      expect(await app.keys.createKey({ body, headers })).toMatchObject({ status: 201 });
    }
    await app.settle();
    const subjects = world.mails.map(({ subject }) => subject).sort();
    const notice = 'A new Conversion API key was created';
    expect(subjects).toEqual([...Array(5).fill(notice), 'Confirm your e-mail address']);
    expect(JSON.stringify(world.mails)).not.toContain('evil.example');
  });

  it('a mailbox may have five new accounts a day, whatever its tags', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 15; i++) {
      const email = `victim+${i}@company.example`;
      const register = () => app.accounts.register({ body: { email, password } });
      statuses.push((await from(`203.0.${i}.9`, register)).status);
    }
    expect(statuses).toEqual([...Array(5).fill(200), ...Array(10).fill(429)]);
  });
});
