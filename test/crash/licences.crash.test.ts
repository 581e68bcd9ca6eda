// Slow: it fails every call in turn.
import { created, licence, newKey, operator, own, send } from '#test/api/licences/partner/partner-scene.ts';
import { ledgerOf } from '#test/credits/grants/scene.ts';
import { newUser } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

const payment = ['Query', 'BatchGetItem', 'GetItem', 'BatchGetItem', 'GetItem', 'TransactWriteItems'];
const monthly = (amount: number) => ['partner_monthly_topup', amount];

const scene = async (app: Parameters<typeof newUser>[0]) => {
  const [old, next] = [newKey(), newKey()];
  const user = await newUser(app);
  const member = await newUser(app);
  await send(app, { event: 'activate', license_key: old, tier: 2, created_at: created });
  return { old, next, user, member };
};
const held = async (app: Parameters<typeof newUser>[0]) => {
  const prepared = await scene(app);
  await app.licences.activateLicence({ body: { license_key: prepared.old }, headers: prepared.user.headers });
  return prepared;
};

it('a crash at any call of an upgrade, and a retry: both keys tell of each other, and the holder has the new one', async () => {
  const calls = await crashTest({
    prepare: held,
    operation: (app, { old, next }) =>
      send(app, {
        event: 'upgrade',
        license_key: next,
        prev_license_key: old,
        tier: 3,
        created_at: created + 1,
      }),
    async check(app, { old, next, user }, answer) {
      expect(answer).toMatchObject({ status: 200, body: { event: 'upgrade', success: true } });
      expect(await licence(app, old)).toMatchObject({ status: 'deactivated', next_license_key: next });
      expect(await licence(app, next)).toMatchObject({
        status: 'active',
        prev_license_key: old,
        events: [{ event: 'upgrade' }],
      });
      expect(await own(app, user.headers)).toMatchObject({ tier: 3, licences: [{}, {}] });
      expect(await ledgerOf(app, user.id)).toEqual([monthly(300), monthly(300)]);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', 'GetItem', 'GetItem', 'TransactWriteItems', ...payment, 'PutItem']);
});

it('a crash at any call of linking a licence, and a retry: it is linked and listed', async () => {
  const calls = await crashTest({
    prepare: scene,
    operation: (app, { old, user }) => app.licences.activateLicence({ body: { license_key: old }, headers: user.headers }),
    async check(app, { old, user }, answer) {
      expect(answer).toMatchObject({ status: 200, body: { license_key: old, user_id: user.id } });
      expect(await own(app, user.headers)).toMatchObject({ tier: 2, licences: [{ license_key: old }] });
      expect(await ledgerOf(app, user.id)).toEqual([monthly(300)]);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', 'GetItem', 'TransactWriteItems', ...payment, 'GetItem']);
});

it("a crash at any call of an operator's word, and a retry: licence, holder, team and record hold together", async () => {
  await crashTest({
    prepare: held,
    operation: (app, { old, member }) =>
      app.operators.setLicence({
        body: { license_key: old, status: 'active', tier: 1, user_id: member.id, team_members: [member.id] },
        headers: operator,
      }),
    async check(app, { old, user, member }, answer) {
      expect(answer).toMatchObject({ status: 200, body: { user_id: member.id, team_members: [member.id] } });
      expect(await own(app, user.headers)).toEqual({ licences: [], tier: null, next_credits_on: null });
      expect(await own(app, member.headers)).toMatchObject({ tier: 1, licences: [{ license_key: old }] });
      const { body } = await app.operators.listAudit({ query: { user_id: member.id }, headers: operator });
      // A repeated comment is recorded again.
      const actions = 'entries' in body ? body.entries.map(({ action }) => action) : [];
      expect(actions.length).toBeGreaterThan(0);
      expect(new Set(actions)).toEqual(new Set(['set_licence']));
    },
  });
});

it('a crash at any call of a transfer, and a retry: the licence has the new holder, is paid once and recorded once', async () => {
  await crashTest({
    prepare: held,
    operation: (app, { old, member }) =>
      app.operators.transferLicence({ body: { license_key: old, user_id: member.id }, headers: operator }),
    async check(app, { old, user, member }, answer) {
      expect(answer).toMatchObject({ status: 200, body: { license_key: old, user_id: member.id } });
      expect(await own(app, user.headers)).toEqual({ licences: [], tier: null, next_credits_on: null });
      expect(await own(app, member.headers)).toMatchObject({ tier: 2, licences: [{ license_key: old }] });
      expect(await ledgerOf(app, user.id)).toEqual([monthly(300)]);
      expect(await ledgerOf(app, member.id)).toEqual([]);
      for (const { id } of [user, member]) {
        const { body } = await app.operators.listAudit({ query: { user_id: id }, headers: operator });
        expect('entries' in body && body.entries.map(({ action }) => action)).toEqual(['transfer_licence']);
      }
    },
  });
});

it('a crash at any call of a transfer of a licence that the month has not paid, and a retry: the new holder is paid once', async () => {
  await crashTest({
    prepare: scene,
    operation: (app, { old, user }) => app.operators.transferLicence({ body: { license_key: old, user_id: user.id }, headers: operator }),
    async check(app, { user }, answer) {
      expect(answer).toMatchObject({ status: 200 });
      expect(await ledgerOf(app, user.id)).toEqual([monthly(300)]);
    },
  });
});
