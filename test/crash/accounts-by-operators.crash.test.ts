// Slow: it fails every call in turn.
import { newUser, operatorToken, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

const headers = { 'x-svc-dev-token': operatorToken };
const password = 'correct horse battery staple';
const newPassword = 'four other plain words';

async function registered(app: TestApp) {
  const email = 'ada@company.example';
  const answer = await app.accounts.register({ body: { email, password } });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  const token = { authorization: `Bearer ${answer.body.access_token}` };
  return { email, id: answer.body.user.id, token };
}
const actionsOn = async (app: TestApp, user_id: number) => {
  const { body } = await app.operators.listAudit({ query: { user_id }, headers });
  if (!('entries' in body)) throw new Error(JSON.stringify(body));
  return body.entries.map(({ action }) => action);
};

it("a crash at any call of changing a user's password, and a retry: the new one is in force, no session of before, each change recorded and told", async () => {
  const calls = await crashTest({
    async prepare(app) {
      const user = await registered(app);
      await app.users.change(user.id, { emailVerified: true });
      await app.settle();
      app.world.mails.length = 0;
      return user;
    },
    operation: (app, { email }) => app.operators.changeUserPassword({ body: { email, new_password: newPassword }, headers }),
    async check(app, { email, id, token }, answer) {
      expect(answer.status).toBe(200);
      expect((await app.accounts.readMe({ headers: token })).status).toBe(401);
      expect((await app.accounts.login({ body: { email, password } })).status).toBe(401);
      expect((await app.accounts.login({ body: { email, password: newPassword } })).status).toBe(200);
      await app.settle();
      const actions = await actionsOn(app, id);
      expect(actions.every((action) => action === 'change_user_password')).toBe(true);
      expect([1, 2]).toContain(actions.length);
      expect(app.world.mails).toHaveLength(actions.length);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', 'GetItem', 'TransactWriteItems']);
});

it('a crash at any call of invalidating an account, and a retry: it is ended once, recorded once, and its e-mail and identity are free', async () => {
  const calls = await crashTest({
    async prepare(app) {
      const person = { sub: 'ada', email: 'ada@company.example' };
      const made = await app.accounts.signUpWithIdp({
        body: { id_token: await app.world.idp.idToken(person) },
      });
      if (made.status !== 200) throw new Error(JSON.stringify(made.body));
      return { ...person, id: made.body.user.id };
    },
    operation: (app, { email }) => app.operators.invalidateAccount({ body: { email }, headers }),
    async check(app, { email, sub, id }, answer) {
      const user = { id, email: `invalidate_${email}`, is_active: false };
      expect(answer).toMatchObject({ status: 200, body: { user } });
      expect(await actionsOn(app, id)).toEqual(['invalidate_account']);
      const again = await app.operators.invalidateAccount({ body: { email }, headers });
      expect(again).toMatchObject({ status: 200, body: { user, already: true } });
      const id_token = await app.world.idp.idToken({ sub, email });
      const anew = await app.accounts.signUpWithIdp({ body: { id_token } });
      expect(anew).toMatchObject({ status: 200, body: { user: { email, is_active: true } } });
    },
  });
  expect(calls.at(-1)?.operation).toBe('TransactWriteItems');
});

it('a crash at any call of turning assistant ads on, and a retry: user and ad account agree', async () => {
  const calls = await crashTest({
    prepare: newUser,
    operation: (app, { email }) => app.operators.toggleAssistantAds({ body: { email, enabled: true, account_id: 'act_1' }, headers }),
    async check(app, { id }, answer) {
      expect(answer).toMatchObject({ status: 200, body: { user_id: id, account_id: 'act_1' } });
      expect((await app.users.byId(id))?.assistantAdsEnabled).toBe(true);
      expect(await app.viewDeps().assistantAds.byUser(id)).toMatchObject({
        isEnabled: true,
        accountId: 'act_1',
      });
      const actions = await actionsOn(app, id);
      expect(new Set(actions)).toEqual(new Set(['toggle_assistant_ads']));
      expect(actions.length).toBeLessThanOrEqual(2);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual([
    'GetItem',
    'GetItem',
    'TransactWriteItems',
    'GetItem',
    // This read decides whether a mail about a report is sent.
    'GetItem',
    'GetItem',
  ]);
});
