// Slow: it fails every call in turn.
import { codeOf } from '#test/api/accounts/second-factor/authenticator.ts';
import { operatorToken, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

const headers = { 'x-svc-dev-token': operatorToken, 'x-dev-token': operatorToken };
const [email, password, next] = ['grace@operator.example', 'four plain words together', 'five words'.repeat(2)];

const login = (app: TestApp, given = password) => app.operators.loginDevUser({ body: { email, password: given } });
async function person(app: TestApp) {
  const answer = await app.operators.createDevUser({ body: { email, password }, headers });
  if (answer.status !== 201) throw new Error(`${answer.status}`);
  const signedIn = await login(app);
  if (signedIn.status !== 200) throw new Error(`${signedIn.status}`);
  app.world.clock.now += 1;
  return { id: answer.body.id, own: { authorization: `Bearer ${signedIn.body.access_token}` } };
}
async function enrolled(app: TestApp) {
  const user = await person(app);
  const answer = await app.operators.enrollDevUserMfa({ body: { password }, headers: user.own });
  if (answer.status !== 200) throw new Error(`${answer.status}`);
  return { ...user, secret: answer.body.secret };
}
const actionsOf = async (app: TestApp, action: string) => {
  const { body } = await app.operators.listAudit({ query: { limit: 100, action }, headers });
  if (!('entries' in body)) throw new Error(JSON.stringify(body));
  return body.entries.length;
};

it('a crash at any call of deactivating an operator, and a retry: no token works, and there is a record', async () => {
  const calls = await crashTest({
    prepare: person,
    operation: (app, { id }) => app.operators.updateDevUser({ body: { dev_user_id: id, is_active: false }, headers }),
    async check(app, { own }, { status }) {
      expect(status).toBe(200);
      expect((await app.operators.readDevUser({ headers: own })).status).toBe(401);
      expect((await login(app)).status).toBe(401);
      expect([1, 2]).toContain(await actionsOf(app, 'update_operator'));
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', 'TransactWriteItems']);
});

it('a crash at any call of changing the own password, and a retry: done as a whole, with one record', async () => {
  const calls = await crashTest({
    prepare: person,
    operation: (app, { own }) =>
      app.operators.changeDevUserPassword({
        body: { current_password: password, new_password: next },
        headers: own,
      }),
    async check(app, _, { status }) {
      // The first request has ended the token of the retry.
      expect([200, 401]).toContain(status);
      expect([(await login(app)).status, (await login(app, next)).status]).toEqual([401, 200]);
      expect(await actionsOf(app, 'change_operator_password')).toBe(1);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems']);
});

it('a crash at any call of enrolling, and a retry: the answered secret is the one that confirms', async () => {
  await crashTest({
    prepare: person,
    operation: (app, { own }) => app.operators.enrollDevUserMfa({ body: { password }, headers: own }),
    async check(app, { own }, answer) {
      if (answer.status !== 200) throw new Error(`${answer.status}`);
      const body = { code: codeOf(app, answer.body.secret) };
      expect((await app.operators.confirmDevUserMfa({ body, headers: own })).status).toBe(200);
    },
  });
});

it('a crash at any call of confirming, and a retry: sign-ins need a code, and there is one record', async () => {
  await crashTest({
    prepare: enrolled,
    operation: (app, { own, secret }) => app.operators.confirmDevUserMfa({ body: { code: codeOf(app, secret) }, headers: own }),
    async check(app, _, { status }) {
      expect([200, 401]).toContain(status);
      expect(await login(app)).toMatchObject({ status: 401, body: { code: 'mfa_required' } });
      expect(await actionsOf(app, 'enable_operator_mfa')).toBe(1);
    },
  });
});

it('a crash at any call of the second step, and a retry: in, or the code is used; the next code works', async () => {
  const firstStep = async (app: TestApp) => ((await login(app)).body as unknown as { mfa_token: string }).mfa_token;
  await crashTest({
    async prepare(app) {
      const { own, secret } = await enrolled(app);
      await app.operators.confirmDevUserMfa({ body: { code: codeOf(app, secret) }, headers: own });
      app.world.clock.now += 30_000;
      return { secret, mfa_token: await firstStep(app), code: codeOf(app, secret) };
    },
    operation: (app, { mfa_token, code }) => app.operators.loginDevUserMfa({ body: { mfa_token, code } }),
    async check(app, { secret, mfa_token, code }, { status }) {
      expect([200, 400]).toContain(status);
      if (status === 200) expect((await app.operators.loginDevUserMfa({ body: { mfa_token, code } })).status).toBe(400);
      app.world.clock.now += 60_000;
      const body = { mfa_token: await firstStep(app), code: codeOf(app, secret) };
      expect((await app.operators.loginDevUserMfa({ body })).status).toBe(200);
    },
  });
});
