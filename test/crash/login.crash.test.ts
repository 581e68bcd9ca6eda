// Slow: it fails every call in turn.
import { argon2Sync, randomBytes } from 'node:crypto';
import { verifyPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { newUser } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';
import { operationCounts } from './operations-of.ts';

const password = 'correct horse battery';

/** An earlier version hashed with these parameters. */
function olderHash() {
  const nonce = randomBytes(16);
  const tag = argon2Sync('argon2id', {
    message: password,
    nonce,
    tagLength: 32,
    memory: 64,
    passes: 3,
    parallelism: 1,
  });
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=64,t=3,p=1$${text(nonce)}$${text(tag)}`;
}

it('a crash at any call of a sign-in, and a retry: the token works, the password too, and at most what died counts as a failure', async () => {
  const calls = await crashTest({
    prepare: (app) => newUser(app, { passwordHash: olderHash() }),
    operation: (app, { email }) => app.accounts.login({ body: { email, password } }),
    async check(app, { id, email }, answer) {
      if (answer.status !== 200) throw new Error(`${answer.status}`);
      const headers = { authorization: `Bearer ${answer.body.access_token}` };
      expect((await app.accounts.readMe({ headers })).status).toBe(200);
      const hash = (await app.users.byId(id))?.passwordHash ?? null;
      expect(await verifyPassword(password, hash)).toMatchObject({ isRight: true });
      const again = await app.accounts.login({ body: { email, password } });
      expect(again.status).toBe(200);
      expect(Object.keys((await app.users.byId(id))?.knownNetworks ?? {})).toHaveLength(1);
      const left = Number(/r=(\d+)/.exec(again.headers.get('ratelimit') ?? '')?.[1]);
      expect(left).toBeGreaterThanOrEqual(9);
      expect(await verifyPassword(password, (await app.users.byId(id))?.passwordHash ?? null)).toEqual({
        isRight: true,
        needsRehash: false,
      });
    },
  });
  expect(operationCounts(calls)).toEqual({ GetItem: 2, TransactWriteItems: 1, UpdateItem: 2 });
});

it('a crash at any call of a wrong sign-in, and a retry: 401, and each try counts once', async () => {
  const calls = await crashTest({
    prepare: (app) => newUser(app, { passwordHash: olderHash() }),
    operation: (app, { email }) => app.accounts.login({ body: { email, password: 'wrong horse battery' } }),
    async check(app, { email }, answer) {
      expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
      const next = await app.accounts.login({ body: { email, password } });
      expect(next.status).toBe(200);
      expect(['"login";r=9', '"login";r=8']).toContain(next.headers.get('ratelimit')?.split(';t')[0]);
    },
  });
  expect(operationCounts(calls)).toEqual({ GetItem: 2, UpdateItem: 2 });
});
