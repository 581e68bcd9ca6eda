// Slow: it fails every call in turn.
import { hashPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { newUser, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

const password = 'correct horse battery';
const passwordHash = hashPassword(password);

type Headers = { authorization: string };
async function signIn(app: TestApp, email: string): Promise<Headers> {
  const answer = await app.accounts.login({ body: { email, password } });
  if (answer.status !== 200) throw new Error(`${answer.status}`);
  return { authorization: `Bearer ${answer.body.access_token}` };
}
async function twoSessions(app: TestApp) {
  const { email } = await newUser(app, { passwordHash: await passwordHash });
  const [mine, other] = [await signIn(app, email), await signIn(app, email)];
  const list = await app.accounts.listSessions({ headers: other });
  if (list.status !== 200) throw new Error(`${list.status}`);
  return { mine, other, id: list.body.sessions.find(({ is_current }) => is_current)?.id ?? '' };
}
const me = async (app: TestApp, headers: Headers) => (await app.accounts.readMe({ headers })).status;

it('a crash at any call of ending a session, and a retry: it has ended, and the other goes on', async () => {
  const calls = await crashTest({
    prepare: twoSessions,
    operation: (app, { mine, id }) => app.accounts.endSession({ params: { id }, headers: mine }),
    async check(app, { mine, other }, { status }) {
      // A retry returns 404 if the first request ended the session.
      expect([200, 404]).toContain(status);
      expect([await me(app, mine), await me(app, other)]).toEqual([200, 401]);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', 'UpdateItem']);
});

it('a crash at any call of ending the other sessions, and a retry: they have ended, and this one goes on', async () => {
  const calls = await crashTest({
    prepare: twoSessions,
    operation: (app, { mine }) => app.accounts.endOtherSessions({ headers: mine }),
    async check(app, { mine, other }, { status }) {
      expect(status).toBe(200);
      expect([await me(app, mine), await me(app, other)]).toEqual([200, 401]);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', 'UpdateItem']);
});

it('a crash at any call of ending one’s own session, and a retry: it alone has ended', async () => {
  const calls = await crashTest({
    prepare: twoSessions,
    operation: (app, { other, id }) => app.accounts.endSession({ params: { id }, headers: other }),
    async check(app, { mine, other }, { status }) {
      // A retry after a lost response has an invalid token, or finds no session.
      expect([200, 401, 404]).toContain(status);
      expect([await me(app, mine), await me(app, other)]).toEqual([200, 401]);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', 'UpdateItem']);
});

it('a crash at any call of a refresh an hour later, and a retry: one session, and a token that works', async () => {
  const calls = await crashTest({
    async prepare(app) {
      const { mine } = await twoSessions(app);
      app.world.clock.now += 3_600_000;
      return mine;
    },
    operation: (app, headers) => app.accounts.refresh({ headers }),
    async check(app, _, answer) {
      if (answer.status !== 200) throw new Error(`${answer.status}`);
      const headers = { authorization: `Bearer ${answer.body.access_token}` };
      const list = await app.accounts.listSessions({ headers });
      expect(list).toMatchObject({ status: 200, body: { sessions: [{}, {}] } });
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', 'UpdateItem']);
});

it('a crash at any call of a refresh of a token without a session, and a retry: one session', async () => {
  const calls = await crashTest({
    prepare: (app) => newUser(app),
    operation: (app, { headers }) => app.accounts.refresh({ headers }),
    async check(app, _, answer) {
      if (answer.status !== 200) throw new Error(`${answer.status}`);
      const headers = { authorization: `Bearer ${answer.body.access_token}` };
      const list = await app.accounts.listSessions({ headers });
      expect(list).toMatchObject({ status: 200, body: { sessions: [{ is_current: true }] } });
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', 'UpdateItem']);
});
