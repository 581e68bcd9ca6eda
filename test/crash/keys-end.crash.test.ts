import { deliver } from '#shared/outbox/deliver.ts';
import { keyOf } from '#shared/store/keys.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, operatorToken, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

const headers = { 'x-svc-dev-token': operatorToken };

/** Delivers every effect, those that the stream put off too. */
async function deliverAll(app: TestApp) {
  await app.settle();
  for (const sent of [...app.world.messages]) {
    if (sent.queue !== 'effects') continue;
    await deliver(sent.message.effect, app.workerDeps('effects'));
    app.world.messages.splice(app.world.messages.indexOf(sent), 1);
  }
}

/** No key works, each is counted once as revoked. */
async function expectNoKeys(app: TestApp, { id, key }: Awaited<ReturnType<typeof newAdvertiser>>) {
  app.world.clock.now += 61_000;
  const body = { event_type: 'a', event_id: 'e', svc_click_id: 's_nobody' };
  expect((await app.conversions.sendConversion({ body, headers: key })).status).toBe(401);
  expect((await app.viewDeps().keys.list(id)).filter(({ revokedAt }) => !revokedAt)).toEqual([]);
  const { pk, sk } = keyOf.keyCount(id);
  const count = (await allItems(app.world)).find((item) => item.pk === pk && item.sk === sk);
  expect(count?.active).toBe(0);
}

it('a crash at any call of invalidating an account, and a retry: its keys are revoked', async () => {
  await crashTest({
    prepare: (app) => newAdvertiser(app),
    operation: (app, { id }) => app.maintenance.invalidateAccount({ body: { user_id: id }, headers }),
    async check(app, owner) {
      await deliverAll(app);
      await expectNoKeys(app, owner);
    },
  });
});

it('a crash at any call of revoking the keys of an ended account, and a retry: all are revoked', async () => {
  const calls = await crashTest({
    async prepare(app) {
      const owner = await newAdvertiser(app);
      await app.settle();
      const ended = await app.maintenance.invalidateAccount({ body: { user_id: owner.id }, headers });
      if (ended.status !== 200) throw new Error(JSON.stringify(ended.body));
      return owner;
    },
    operation: deliverAll,
    check: expectNoKeys,
  });
  expect(calls.map(({ operation }) => operation)).toEqual([
    'UpdateItem',
    'Query',
    'GetItem',
    'TransactWriteItems',
    'GetItem',
    'TransactWriteItems',
  ]);
});

it("a crash at any call of an operator's revocation, and a retry: all keys are revoked, nothing is unrecorded", async () => {
  const calls = await crashTest({
    async prepare(app) {
      const owner = await newAdvertiser(app);
      await app.settle();
      app.world.mails.length = 0;
      return owner;
    },
    operation: (app, { id }) =>
      app.maintenance.revokeKeys({ body: { user_id: id, reason: 'Leaked' }, headers }),
    async check(app, owner, answer) {
      expect(answer.status).toBe(200);
      await expectNoKeys(app, owner);
      await deliverAll(app);
      // The retry of a revocation that had begun is recorded too, and mailed when it found keys to revoke.
      expect([1, 2]).toContain(app.world.mails.length);
      const query = { user_id: owner.id, action: 'revoke_keys' };
      const { body } = await app.maintenance.listAudit({ query, headers });
      expect([1, 2]).toContain('entries' in body && body.entries.length);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual([
    'GetItem',
    'Query',
    'TransactWriteItems',
    'GetItem',
    'TransactWriteItems',
    'GetItem',
    'TransactWriteItems',
  ]);
});
