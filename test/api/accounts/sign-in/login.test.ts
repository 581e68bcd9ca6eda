import { argon2Sync, randomBytes } from 'node:crypto';
import { login as loginEndpoint } from '#functions/api/accounts/endpoints.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import { hashPassword, verifyPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { rateLimitsIn } from '#shared/limits/rate-limits.ts';
import { tableAt } from '#shared/store/table.ts';
import { allItems } from '#test/kit/all-items.ts';
import { hashesDuring } from '#test/kit/count-hashes.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

const password = 'correct horse battery';
let app: TestApp;
let passwordHash: string;
beforeAll(async () => {
  app = await startApp(await newWorld());
  passwordHash = await hashPassword(password);
});

const login = (email: string, given = password, on = app) => on.accounts.login({ body: { email, password: given } });
const withPassword = (given: Partial<User> = {}) => newUser(app, { passwordHash, ...given });
const older = () => {
  const nonce = randomBytes(16);
  const cost = { memory: 64, passes: 3, parallelism: 1 };
  const tag = argon2Sync('argon2id', { message: password, nonce, tagLength: 32, ...cost });
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=64,t=3,p=1$${text(nonce)}$${text(tag)}`;
};
async function knownHere(given: Partial<User> = {}) {
  const user = await withPassword(given);
  if ((await login(user.email)).status !== 200) throw new Error('no sign-in');
  return user;
}
async function from<T>(address: string, work: () => Promise<T>): Promise<T> {
  const before = app.world.clientAddress;
  app.world.clientAddress = address;
  try {
    return await work();
  } finally {
    app.world.clientAddress = before;
  }
}
async function callsOf(work: () => Promise<unknown>) {
  const before = app.calls.length;
  await work();
  return app.calls
    .slice(before)
    .map(({ operation, table }) => `${operation} ${table}`)
    .sort();
}
const reading = ['GetItem accounts', 'GetItem accounts'];
const failing = [...reading, 'UpdateItem accounts', 'UpdateItem accounts'];

describe('signing in', () => {
  it('signing in returns a working token and the account without its hash', async () => {
    const user = await withPassword();
    const answer = await login(user.email);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    expect(answer.body).toMatchObject({ token_type: 'bearer', expires_in: 86_400, user: { id: user.id } });
    expect(JSON.stringify(answer.body)).not.toContain('argon2');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const me = await app.accounts.readMe({
      headers: { authorization: `Bearer ${answer.body.access_token}` },
    });
    expect(me).toMatchObject({ status: 200, body: answer.body.user });
  });

  it('signing in accepts any spelling of an e-mail and a password', async () => {
    const user = await withPassword();
    expect((await login(`  ${user.email.toUpperCase()} `)).status).toBe(200);
    expect((await login(user.email, 'ｃｏｒｒｅｃｔ horse battery')).status).toBe(200);
    expect((await login(user.email, 'Correct horse battery')).status).toBe(401);
    expect((await login(user.email, `${password} `)).status).toBe(401);
  });

  it('signing in costs two reads, two writes and one hash, also from a new network', async () => {
    const user = await withPassword();
    const usual = [...reading, 'TransactWriteItems accounts', 'UpdateItem accounts'];
    const signIn = () => callsOf(() => login(user.email));
    expect(await signIn()).toEqual(usual);
    app.world.clock.now += 86_400_000;
    expect(await signIn()).toEqual(usual);
    expect(await from('192.0.3.1', signIn)).toEqual(usual);
    let hashes = 0;
    const calls = await callsOf(async () => {
      hashes = await hashesDuring(() => login(user.email));
    });
    expect(calls).toEqual(usual);
    expect(hashes).toBe(1);
  });

  it('signing in stores only its session and an activity entry', async () => {
    const user = await knownHere();
    const before = await app.users.byId(user.id);
    await login(user.email);
    const after = await app.users.byId(user.id);
    const { effects, ...stays } = (after ?? {}) as object & { effects?: string };
    expect(effects).toContain('"type":"sign_in"');
    const added = Object.entries(stays).filter(([name]) => !(name in (before ?? {})));
    expect(added).toEqual([
      [
        expect.stringMatching(/^session_\w{22}$/),
        {
          createdAt: app.world.clock.now,
          seenAt: app.world.clock.now,
          client: null,
          network: '192.0.2.0/24',
          validAfter: 0,
        },
      ],
    ]);
    expect({ ...stays, effects }).toEqual({ ...before, ...Object.fromEntries(added), effects });
  });

  it('every refused sign-in has the same answer, the same calls and one hash', async () => {
    const active = await withPassword();
    const cases: Record<string, { email: string; given?: string }> = {
      'a wrong password': { email: active.email, given: 'wrong horse battery' },
      'an unknown e-mail': { email: 'nobody@company.example' },
      'an inactive account': { email: (await withPassword({ isActive: false })).email },
      'an account without a password': { email: (await newUser(app)).email },
      'an account with a hash that nothing reads': {
        email: (await newUser(app, { passwordHash: 'x' })).email,
      },
      'an empty password': { email: (await withPassword()).email, given: '' },
      'a password of 1,000 characters': { email: (await withPassword()).email, given: '€'.repeat(1000) },
    };
    const answers: unknown[] = [];
    for (const [name, { email, given }] of Object.entries(cases)) {
      const seen: Awaited<ReturnType<typeof login>>[] = [];
      let hashes = 0;
      const calls = await callsOf(async () => {
        hashes = await hashesDuring(async () => seen.push(await login(email, given)));
      });
      const [answer] = seen;
      if (!answer) throw new Error();
      expect([name, answer.status, hashes, calls]).toEqual([name, 401, 1, failing]);
      const { request_id: _, ...body } = answer.body as { request_id: string };
      const headers = [...answer.headers].filter(([header]) => header !== 'x-request-id');
      answers.push({ body, headers });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ body: { code: 'invalid_credentials' } });
  });

  it('signing in requires an e-mail and a password, and hashes nothing without them', async () => {
    const hashes = await hashesDuring(async () => {
      for (const body of [
        { email: 'no address', password },
        { email: 7, password },
        { email: 'a@b.example', password: 7 },
        { email: 'a@b.example' },
        { email: 'a@b.example', password: 'x'.repeat(1001) },
      ]) {
        const answer = await app.accounts.login({ body: body as never });
        expect([body, answer.status]).toEqual([body, 422]);
      }
    });
    expect(hashes).toBe(0);
  });

  it('a sign-in in progress ends with the sessions, even by a clock that is behind', async () => {
    const user = await withPassword();
    const { clock } = app.world;
    const whileReading = () => {
      clock.now += 1000;
      return false;
    };
    const slow = await startApp(app.world, { isDown: whileReading });
    const reset = clock.now - 60_000;
    const answer = await login(user.email, password, slow);
    if (answer.status !== 200) throw new Error();
    const headers = { authorization: `Bearer ${answer.body.access_token}` };
    expect((await app.accounts.readMe({ headers })).status).toBe(200);
    await app.users.change(user.id, { tokensValidAfter: reset });
    expect((await app.accounts.readMe({ headers })).status).toBe(401);
  });
});

describe('failures of an e-mail', () => {
  const wrong = 'wrong horse battery';

  it('the remaining failures count down from ten; then the answer is 429 without a hash, also with the right password', async () => {
    const user = await withPassword();
    for (let left = 9; left >= 0; left--) {
      const { status, headers } = await login(user.email, wrong);
      expect([status, headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([
        401,
        `"login";r=${left};t=900`,
        '"login";q=10;w=900',
      ]);
      expect(headers.get('retry-after')).toBeNull();
    }
    app.world.clock.now += 60_000;
    const hashes = await hashesDuring(async () => {
      for (const given of [wrong, password]) {
        const answer = await login(user.email, given);
        expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_failures' } });
        expect(answer.headers.get('retry-after')).toBe('840');
        expect(answer.headers.get('ratelimit')).toBe('"login";r=0;t=840');
      }
    });
    expect(hashes).toBe(0);
    app.world.clock.now += 840_000;
    expect((await login(user.email)).status).toBe(200);
  });

  it('failures count alike for known and unknown e-mails', async () => {
    const answers = await Promise.all(Array.from({ length: 15 }, () => login('ghost@company.example')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  it('ten of 1,000 parallel wrong passwords are compared', async () => {
    const user = await withPassword();
    let statuses: number[] = [];
    const hashes = await hashesDuring(async () => {
      const answers = await Promise.all(Array.from({ length: 1000 }, () => login(user.email, wrong)));
      statuses = answers.map(({ status }) => status);
    });
    expect(hashes).toBe(10);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(990);
  });

  it('parallel right sign-ins all succeed and leave no failure', async () => {
    const user = await withPassword();
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(user.email)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await login(user.email)).headers.get('ratelimit')).toBe('"login";r=10;t=900');
  });

  it('nine failures leave room for parallel right sign-ins, one after the other', async () => {
    const user = await knownHere();
    for (let i = 0; i < 9; i++) await login(user.email, wrong);
    const answers = await Promise.all(Array.from({ length: 8 }, () => login(user.email)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await login(user.email)).headers.get('ratelimit')).toBe('"login";r=1;t=900');
  });

  it('parallel sign-ins have at most ten failures, and only failures close the e-mail', async () => {
    const user = await knownHere();
    const given = Array.from({ length: 40 }, (_, i) => (i % 4 === 3 ? password : wrong));
    let answers: Awaited<ReturnType<typeof login>>[] = [];
    const hashes = await hashesDuring(async () => {
      answers = await Promise.all(given.map((one) => login(user.email, one)));
    });
    const right = answers.filter((_, i) => given[i] === password);
    const failed = answers.filter(({ status }) => status === 401);
    const succeeded = answers.filter(({ status }) => status === 200);
    expect(failed).toHaveLength(10);
    expect(hashes).toBe(10 + succeeded.length);
    expect(right).toEqual(expect.arrayContaining(succeeded));
    for (const { status, headers } of answers) if (status === 429) expect(headers.get('retry-after')).toBe('900');
    expect((await login(user.email)).status).toBe(429);
  });

  it.each([password, wrong])('pending attempts are awaited for a short while, and count as failures when they never end', async (given) => {
    const user = await knownHere();
    const [network] = Object.keys((await app.users.byId(user.id))?.knownNetworks ?? {});
    const { clock, prefix } = app.world;
    const limits = rateLimitsIn(tableAt(`${prefix}accounts`, testDynamo()), { now: () => clock.now });
    const limit = { name: 'login', limit: 10, windowSeconds: 900 };
    for (let i = 0; i < 10; i++) await limits.take(limit, `${user.email} ${network}`);
    const hashes = await hashesDuring(async () => {
      const busy = await login(user.email, given);
      expect(busy).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
      expect(busy.headers.get('retry-after')).toBe('1');
      clock.now += 10_000;
      const closed = await login(user.email, given);
      expect(closed).toMatchObject({ status: 429, body: { code: 'too_many_failures' } });
      expect(closed.headers.get('retry-after')).toBe('890');
    });
    expect(hashes).toBe(0);
  });

  it('failures that the store does not settle are answered alike and count', async () => {
    const user = await withPassword();
    let calls = 0;
    const broken = await startApp(app.world, { isDown: () => ++calls > 3 });
    expect(await login(user.email, wrong, broken)).toMatchObject({ status: 401 });
    expect(calls).toBeGreaterThan(3);
    expect((await login(user.email)).headers.get('ratelimit')).toBe('"login";r=9;t=900');
  });

  it('a successful sign-in neither counts as a failure nor clears failures', async () => {
    const user = await knownHere();
    for (let i = 0; i < 12; i++) expect((await login(user.email)).status).toBe(200);
    for (let i = 0; i < 9; i++) await login(user.email, wrong);
    for (let i = 0; i < 3; i++) {
      const { status, headers } = await login(user.email);
      expect([status, headers.get('ratelimit')]).toEqual([200, '"login";r=1;t=900']);
    }
    expect((await login(user.email, wrong)).status).toBe(401);
    expect((await login(user.email)).status).toBe(429);
  });

  it('failures of one e-mail do not affect other e-mails', async () => {
    const [user, other] = [await withPassword(), await withPassword()];
    for (let i = 0; i < 11; i++) await login(user.email, wrong);
    expect((await login(other.email)).status).toBe(200);
  });

  it('browsers may read the header with the remaining failures', async () => {
    const user = await withPassword();
    const answer = await app.accounts.login({
      body: { email: user.email, password },
      headers: { origin: 'https://app.adtrail.example' },
    });
    expect(answer.headers.get('access-control-expose-headers')).toBe(
      'x-request-id, retry-after, ratelimit, ratelimit-policy, content-disposition',
    );
  });
});

describe('failures by network', () => {
  const wrong = 'wrong horse battery';
  const fail = async (email: string, many: number) => {
    const statuses: number[] = [];
    for (let i = 0; i < many; i++) statuses.push((await login(email, wrong)).status);
    return statuses;
  };
  /** With a cheap hash, hundreds of failures take less than a minute. */
  async function failEverywhere(email: string, networks: number) {
    const user = await app.users.byEmail(email);
    if (user) await app.users.change(user.id, { passwordHash: older() });
    const before = app.world.clientAddress;
    const answers = Array.from({ length: networks * 10 }, (_, i) => {
      app.world.clientAddress = `203.${i % networks}.113.9`;
      return login(email, wrong);
    });
    app.world.clientAddress = before;
    return (await Promise.all(answers)).map(({ status }) => status);
  }

  it.each([
    ['192.0.2.1', '192.0.2.254', '192.0.3.1'],
    ['2001:db8:0:1200::1', '2001:db8:0:12ff::9', '2001:db8:0:1300::1'],
  ])('failures from %s and %s share ten, and %s has its own', async (first, same, another) => {
    const { email } = await withPassword();
    expect(await from(first, () => fail(email, 6))).toEqual(Array(6).fill(401));
    expect(await from(same, () => fail(email, 5))).toEqual([401, 401, 401, 401, 429]);
    expect((await from(first, () => login(email))).status).toBe(429);
    const other = await from(another, () => login(email));
    expect([other.status, other.headers.get('ratelimit')]).toEqual([200, '"login";r=10;t=900']);
  });

  it('over all networks there are 100 failures; then unknown networks are refused, and a known network is not', async () => {
    const user = await knownHere();
    const statuses = await failEverywhere(user.email, 12);
    expect(statuses.filter((status) => status === 401)).toHaveLength(100);
    const closed = await from('198.51.100.1', () => login(user.email));
    expect(closed).toMatchObject({ status: 429, body: { code: 'too_many_failures' } });
    expect(closed.headers.get('retry-after')).toBe('900');
    expect((await login(user.email)).status).toBe(200);
    expect(await fail(user.email, 11)).toEqual([...Array(10).fill(401), 429]);
    app.world.clock.now += 900_000;
    expect((await from('198.51.100.1', () => login(user.email))).status).toBe(200);
  });

  it('failures from a known network do not count towards the 100', async () => {
    const user = await knownHere();
    await fail(user.email, 10);
    const statuses = await failEverywhere(user.email, 10);
    expect(statuses.filter((status) => status === 401)).toHaveLength(100);
  });

  it('a network is known for 30 days after the last sign-in', async () => {
    const [user, other] = [await knownHere(), await knownHere()];
    const days = (many: number) => {
      app.world.clock.now += many * 86_400_000;
    };
    app.world.clock.now += 86_399_999;
    for (const { email } of [user, other]) await login(email);
    days(30);
    await failEverywhere(user.email, 10);
    expect((await login(user.email)).status).toBe(200);
    days(1);
    await failEverywhere(other.email, 10);
    expect((await login(other.email)).status).toBe(429);
  });

  it('twenty networks are known at most, the newest, by a keyed hash', async () => {
    const user = await knownHere();
    for (let i = 0; i < 25; i++) {
      app.world.clock.now += 1000;
      await from(`198.18.${i}.1`, () => login(user.email));
    }
    const { knownNetworks = {} } = (await app.users.byId(user.id)) ?? {};
    const times = Object.values(knownNetworks).sort();
    expect(times).toHaveLength(20);
    expect(times[0]).toBe(app.world.clock.now - 19_000);
    const items = JSON.stringify(await allItems(app.world, 'accounts'));
    expect(items).not.toMatch(/198\.18\.\d+\.1"/);
    expect(JSON.stringify(knownNetworks)).not.toContain('198.18.');
  });

  it('refusals by network have the same answer and calls for known, unknown and inactive accounts', async () => {
    const emails = [(await knownHere()).email, `ghost${Math.random()}@company.example`, (await withPassword({ isActive: false })).email];
    const seen: string[] = [];
    for (const email of emails) {
      await failEverywhere(email, 10);
      const calls = await callsOf(async () => {
        const answer = await from('198.51.100.1', () => login(email));
        const { request_id: _, ...body } = answer.body as { request_id: string };
        const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id');
        seen.push(JSON.stringify([answer.status, body, headers]));
      });
      expect(calls).toEqual([...reading, 'UpdateItem accounts']);
    }
    expect(new Set(seen).size).toBe(1);
  });

  it('a sign-in that the store does not record is 503, and works when repeated', async () => {
    const user = await withPassword();
    let calls = 0;
    const broken = await startApp(app.world, { isDown: () => ++calls > 3 });
    expect((await login(user.email, password, broken)).status).toBe(503);
    expect((await login(user.email)).status).toBe(200);
  });
});

describe('a hash with other parameters', () => {
  const hashOf = async (userId: number) => (await app.users.byId(userId))?.passwordHash ?? null;

  it('a hash with other parameters is replaced at the sign-in with one more write, and no session ends', async () => {
    const user = await newUser(app, { passwordHash: older() });
    const calls = await callsOf(async () => expect((await login(user.email)).status).toBe(200));
    expect(calls).toEqual([...reading, 'TransactWriteItems accounts', 'UpdateItem accounts', 'UpdateItem accounts']);
    const anew = await hashOf(user.id);
    expect(anew).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(password, anew)).toEqual({ isRight: true, needsRehash: false });
    expect((await app.accounts.readMe({ headers: user.headers })).status).toBe(200);
    expect((await login(user.email)).status).toBe(200);
    expect(await hashOf(user.id)).toBe(anew);
  });

  it('a hash with other parameters remains after a failure', async () => {
    const passwordHash = older();
    const user = await newUser(app, { passwordHash });
    expect((await login(user.email, 'wrong horse battery')).status).toBe(401);
    expect(await hashOf(user.id)).toBe(passwordHash);
  });

  it('a replaced hash does not overwrite a password that was set in parallel', async () => {
    const user = await newUser(app, { passwordHash: older() });
    const read = await app.users.byId(user.id);
    const next = await hashPassword('another horse entirely');
    await app.users.change(user.id, { passwordHash: next });
    const deps = {
      now: () => app.world.clock.now,
      limits: {
        take: async () => ({ isAllowed: true, remaining: 9, resetSeconds: 900, use: 'u' }),
        giveBack: async () => ({ remaining: 10 }),
      },
      ipNetworkId: async () => 'network',
      users: { ...app.users, byEmail: async () => read },
      tokens: { issue: async () => ({ token: 't', expiresInSeconds: 1 }) },
    };
    const request = { body: { email: user.email, password }, header: () => undefined };
    expect(await loginEndpoint.handle(request as never, deps as never)).toMatchObject({ status: 200 });
    expect(await hashOf(user.id)).toBe(next);
  });

  it('one of many parallel sign-ins replaces the hash, and all succeed', async () => {
    const user = await newUser(app, { passwordHash: older() });
    const answers = await Promise.all(Array.from({ length: 8 }, () => login(user.email)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await verifyPassword(password, await hashOf(user.id))).toMatchObject({ isRight: true });
  });
});

it('no item of the store contains a sent password', async () => {
  const user = await withPassword();
  await login(user.email, 'a-very-special-guess');
  const items = JSON.stringify(await allItems(app.world, 'accounts'), (_, value) => (value instanceof Set ? [...value] : value));
  expect(items).toContain(user.email);
  expect(items).not.toContain('special');
  expect(items).not.toContain(password);
});
