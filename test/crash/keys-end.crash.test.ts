// Slow: it fails every call in turn.
import { randomUUID } from 'node:crypto';
import { keyOf } from '#shared/api-keys/items.ts';
import { wayOutNames } from '#shared/outbox/ways-out.ts';
import { newStranger, openers, recoveries } from '#test/api/accounts/stranger.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, operatorToken, type TestApp } from '#test/kit/harness.ts';
import { deliverEffects } from '#test/outbox/deliver-effects.ts';
import { newEndpoint } from '#test/webhooks/scene.ts';
import { crashTest } from './crash-test.ts';
import { operationsOf } from './operations-of.ts';

const headers = { 'x-svc-dev-token': operatorToken };

type Advertiser = Awaited<ReturnType<typeof newAdvertiser>>;

async function expectNoKeys(app: TestApp, { id, key }: Advertiser) {
  app.world.clock.now += 61_000;
  const body = { event_type: 'a', event_id: 'e', svc_click_id: 's_nobody' };
  expect((await app.conversions.sendConversion({ body, headers: key })).status).toBe(401);
  expect((await app.viewDeps().keys.list(id)).filter(({ revokedAt }) => !revokedAt)).toEqual([]);
  const { pk, sk } = keyOf.keyCount(id);
  const count = (await allItems(app.world)).find((item) => item.pk === pk && item.sk === sk);
  expect(count?.active).toBe(0);
}

async function expectKeys(app: TestApp, { id, key }: Advertiser, status: 202 | 401) {
  app.world.clock.now += 61_000;
  const body = { event_type: 'a', event_id: randomUUID(), svc_click_id: 's_nobody' };
  expect((await app.conversions.sendConversion({ body, headers: key })).status).toBe(status);
  const keys = await app.viewDeps().keys.list(id);
  expect(keys.filter(({ suspendedAt }) => (suspendedAt === undefined) !== (status === 202))).toEqual([]);
  const { pk, sk } = keyOf.keyCount(id);
  const count = (await allItems(app.world)).find((item) => item.pk === pk && item.sk === sk);
  expect(count?.active).toBe(keys.length);
}
const invalidate = (app: TestApp, { id }: Advertiser) => app.operators.invalidateAccount({ body: { user_id: id }, headers });
const reactivate = (app: TestApp, { id }: Advertiser) => app.operators.reactivateAccount({ body: { user_id: id }, headers });

it('a crash at any call of invalidating an account, and a retry: its keys are suspended', async () => {
  await crashTest({
    prepare: (app) => newAdvertiser(app),
    operation: invalidate,
    async check(app, owner) {
      await deliverEffects(app);
      await expectKeys(app, owner, 401);
    },
  });
});

it('a crash at any call of reactivating an account, and a retry: its keys work, it is recorded once and mailed once', async () => {
  const calls = await crashTest({
    async prepare(app) {
      const owner = await newAdvertiser(app);
      await invalidate(app, owner);
      await deliverEffects(app);
      app.world.mails.length = 0;
      return owner;
    },
    operation: reactivate,
    async check(app, owner, answer) {
      expect(answer).toMatchObject({ status: 200, body: { user: { email: owner.email, is_active: true } } });
      await deliverEffects(app);
      await expectKeys(app, owner, 202);
      expect(app.world.mails.map(({ subject }) => subject)).toEqual(['Your account is active again']);
      const query = { user_id: owner.id, action: 'reactivate_account' };
      const { body } = await app.operators.listAudit({ query, headers });
      expect('entries' in body && body.entries).toHaveLength(1);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', 'GetItem', 'TransactWriteItems']);
});

it.each([
  ['suspending keys and webhook endpoints of an ended account', invalidate, 401, 'disabled'],
  ['letting those of a reactivated account work again', reactivate, 202, 'enabled'],
] as const)('a crash at any call of %s, and a retry: all follow', async (_, change, status, endpointStatus) => {
  await crashTest({
    async prepare(app) {
      const owner = await newAdvertiser(app);
      const endpoint = await newEndpoint(app, owner.headers);
      if (change === reactivate) await invalidate(app, owner);
      await deliverEffects(app);
      await change(app, owner);
      return { ...owner, endpoint };
    },
    operation: deliverEffects,
    async check(app, owner) {
      await expectKeys(app, owner, status);
      const { webhookEndpoints } = app.workerDeps('effects');
      expect((await webhookEndpoints.find(owner.id, owner.endpoint.id))?.status).toBe(endpointStatus);
    },
  });
});

it('a crash at any call of what follows a recovery, and a retry: everything made before has ended, one mail lists it all', async () => {
  await crashTest({
    async prepare(app) {
      const stranger = await newStranger(app);
      const opened = [];
      for (const name of wayOutNames) opened.push(await openers[name](app, stranger));
      await deliverEffects(app);
      app.world.mails.length = 0;
      await recoveries.identity(app, stranger);
      return { stranger, opened };
    },
    operation: deliverEffects,
    async check(app, { stranger, opened }) {
      for (const way of opened) expect(await way.isOpen(app)).toBe(false);
      const listing = app.world.mails.filter(({ subject }) => subject.includes('was recovered'));
      expect(new Set(listing.map(({ to, text }) => `${to} ${text}`)).size).toBe(1);
      expect(listing[0]?.to).toBe(stranger.email);
      const lines = listing[0]?.text.match(/^• .*$/gm) ?? [];
      expect(lines).toHaveLength(wayOutNames.length);
    },
  });
});

it("a crash at any call of an operator's revocation, and a retry: all keys are revoked, nothing is unrecorded", async () => {
  const calls = await crashTest({
    async prepare(app) {
      const owner = await newAdvertiser(app);
      await app.settle();
      app.world.mails.length = 0;
      return owner;
    },
    operation: (app, { id }) => app.operators.revokeKeys({ body: { user_id: id, reason: 'Leaked' }, headers }),
    async check(app, owner, answer) {
      expect(answer.status).toBe(200);
      await expectNoKeys(app, owner);
      await deliverEffects(app);
      // The retry of a started revocation is recorded, and mailed if it revoked keys.
      expect([1, 2]).toContain(app.world.mails.length);
      const query = { user_id: owner.id, action: 'revoke_keys' };
      const { body } = await app.operators.listAudit({ query, headers });
      expect([1, 2]).toContain('entries' in body && body.entries.length);
    },
  });
  expect(operationsOf(calls)).toBe('GetItem Query TransactWriteItems GetItem TransactWriteItems GetItem TransactWriteItems');
});
