import { randomUUID } from 'node:crypto';
import type { KnownSubscription } from '#shared/billing/rules/billing.ts';
import { invited, newHolder, teamOf } from '#test/api/licences/team-scene.ts';
import { newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';
import { deliverEffects } from '#test/outbox/deliver-effects.ts';
import { newEndpoint } from '#test/webhooks/scene.ts';
import { newStranger, openers, recoveries, password as strangersPassword } from '../stranger.ts';
import { deleteAccount, deletionFile, login, newDeleted, newOwner, type Owner, password, restore } from './deleted-account.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp(await newWorld());
});
const dayMs = 86_400_000;
const pending = { status: 403, body: { code: 'account_deletion_pending' } };
const send = ({ key }: Owner) =>
  app.conversions.sendConversion({
    body: { event_type: 'a', event_id: randomUUID(), svc_click_id: 's_nobody' },
    headers: key,
  });

async function newDeletedWithEndpoint(by: TestApp) {
  const owner = await newOwner(by);
  const { id } = await newEndpoint(by, owner.headers);
  await deleteAccount(by, owner);
  await deliverEffects(by);
  by.world.clock.now += 61_000;
  return { ...owner, endpointId: id };
}
const endpointOf = ({ id, endpointId }: { id: number; endpointId: string }) =>
  app.workerDeps('effects').webhookEndpoints.find(id, endpointId);

describe('deleting an account', () => {
  it('deleting an account suspends sessions and keys, leaves teams, stops mails but the notice, and offers the restore', async () => {
    const owner = await newOwner(app);
    const holder = await newHolder(app);
    const id = await invited(app, holder, owner.email);
    await app.licences.acceptInvitation({ params: { id }, headers: owner.headers });
    await app.settle();
    app.world.mails.length = 0;
    const eraseAt = new Date(app.world.clock.now + 30 * dayMs).toISOString();
    expect(await deleteAccount(app, owner)).toMatchObject({
      status: 202,
      body: { status: 'deletion_scheduled', erase_at: eraseAt },
    });
    expect((await app.accounts.readMe({ headers: owner.headers })).status).toBe(401);
    await deliverEffects(app);
    app.world.clock.now += 61_000;
    expect((await send(owner)).status).toBe(401);
    expect(await teamOf(app, holder)).toEqual([]);
    expect(app.world.mails.map(({ to, subject }) => [to, subject])).toEqual([[owner.email, 'Your account was deleted']]);
    expect(JSON.parse(deletionFile(app, owner) ?? '')).toMatchObject({
      user_id: owner.id,
      erase_at: eraseAt,
    });
    expect(await login(app, owner)).toMatchObject(pending);
    expect(await login(app, owner, 'a wrong password')).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials' },
    });
    expect(await app.accounts.checkEmail({ body: { email: owner.email } })).toMatchObject({
      body: { registered: true, can_register: false },
    });
  });

  it('deleting an account requires the password, counted as a sign-in', async () => {
    const owner = await newOwner(app);
    for (const body of [{}, { password: null }, { password: 'wrong' }])
      expect(await app.accounts.deleteAccount({ body, headers: owner.headers })).toMatchObject({
        status: 403,
        body: { code: 'wrong_password' },
      });
    for (let times = 0; times < 7; times++) await deleteAccount(app, owner, 'wrong');
    expect(await deleteAccount(app, owner)).toMatchObject({
      status: 429,
      body: { code: 'too_many_failures' },
    });
    expect(await app.accounts.readMe({ headers: owner.headers })).toMatchObject({ status: 200 });
  });

  it.each([
    { age: 'to the millisecond', ms: 600_000, status: 202 },
    { age: 'and a millisecond', ms: 600_001, status: 403 },
  ])('deleting an account without a password requires a sign-in within ten minutes, $age: $status', async ({ ms, status }) => {
    const user = await newUser(app);
    app.world.clock.now += ms;
    const answer = await app.accounts.deleteAccount({ body: {}, headers: user.headers });
    expect(answer).toMatchObject({
      status,
      body: status === 202 ? { status: 'deletion_scheduled' } : { code: 'recent_sign_in_required' },
    });
    if (status === 202) return;
    const headers = await app.signIn(user.id);
    expect(await app.accounts.deleteAccount({ body: {}, headers })).toMatchObject({ status: 202 });
  });

  it('deleting an account is refused while a billing subscription is live', async () => {
    const owner = await newOwner(app);
    const { billingRecords } = app.viewDeps();
    const subscription = {
      id: `sub_${randomUUID()}`,
      customerId: 'cus_1',
      status: 'active',
      isCollectionPaused: false,
    };
    const account = await billingRecords.account(owner.id);
    const known = { ...subscription, at: 1, statusSince: 1 } as unknown as KnownSubscription;
    await billingRecords.transactOrConflict([billingRecords.accountPart(owner.id, account, [known])]);
    expect(await deleteAccount(app, owner)).toMatchObject({
      status: 409,
      body: { code: 'billing_subscription_live' },
    });
    expect(await app.accounts.readMe({ headers: owner.headers })).toMatchObject({ status: 200 });
  });

  it('parallel deletions of an account return one time of erasure', async () => {
    const owner = await newOwner(app);
    const answers = await Promise.all([deleteAccount(app, owner), deleteAccount(app, owner)]);
    const done = answers.filter(({ status }) => status === 202);
    expect(done.length).toBeGreaterThan(0);
    expect(answers.every(({ status }) => status === 202 || status === 401)).toBe(true);
    const user = await app.users.byId(owner.id);
    for (const { body } of done) expect(body).toMatchObject({ erase_at: user?.deletion?.eraseAt });
  });
});

describe('restoring a deleted account', () => {
  it('restoring an account reactivates its keys, webhook endpoints and sessions, and a repeat signs in again', async () => {
    const owner = await newDeletedWithEndpoint(app);
    expect((await send(owner)).status).toBe(401);
    expect(await endpointOf(owner)).toMatchObject({ status: 'disabled', disabledReason: 'suspended' });
    app.world.clock.now += 29.9 * dayMs;
    expect(await restore(app, owner, 'wrong')).toMatchObject({ status: 401 });
    app.world.mails.length = 0;
    for (let times = 0; times < 2; times++)
      expect(await restore(app, owner)).toMatchObject({ status: 200, body: { user: { id: owner.id } } });
    await deliverEffects(app);
    expect(app.world.mails.map(({ subject }) => subject)).toEqual(['Your account was restored']);
    expect(deletionFile(app, owner)).toBeUndefined();
    expect(await login(app, owner)).toMatchObject({ status: 200 });
    app.world.clock.now += 61_000;
    expect((await send(owner)).status).toBe(202);
    expect((await app.pixel.createSession({ body: { key: owner.pixelKey, url: 'https://shop.example/' } })).status).toBe(201);
    expect(await endpointOf(owner)).toMatchObject({ status: 'enabled' });
    const again = await app.signIn(owner.id);
    expect(await deleteAccount(app, { headers: again })).toMatchObject({ status: 202 });
  });

  it('restoring an account reactivates a session of the last day at once', async () => {
    const owner = await newDeleted(app);
    expect((await app.accounts.readMe({ headers: owner.headers })).status).toBe(401);
    await restore(app, owner);
    expect((await app.accounts.readMe({ headers: owner.headers })).status).toBe(200);
  });

  it('restoring an account does not reactivate a revoked key or an endpoint that its owner disabled', async () => {
    const owner = await newOwner(app);
    const { id } = await newEndpoint(app, owner.headers);
    await app.webhooks.changeWebhookEndpoint({
      params: { id },
      body: { status: 'disabled' },
      headers: owner.headers,
    });
    await app.keys.revokeKey({ params: { id: owner.secretKeyId }, headers: owner.headers });
    await deleteAccount(app, owner);
    await deliverEffects(app);
    await restore(app, owner);
    await deliverEffects(app);
    app.world.clock.now += 61_000;
    expect((await send(owner)).status).toBe(401);
    expect(await endpointOf({ ...owner, endpointId: id })).toMatchObject({ disabledReason: 'owner' });
  });

  it('restoring an account is refused after erase_at, even before the night job, and the sign-in agrees', async () => {
    const owner = await newDeleted(app);
    app.world.clock.now += 30 * dayMs;
    const expired = { status: 403, body: { code: 'restore_expired' } };
    expect(await restore(app, owner)).toMatchObject(expired);
    expect(await login(app, owner)).toMatchObject(expired);
    expect(await restore(app, owner, 'wrong')).toMatchObject({ status: 401 });
    expect((await app.users.byId(owner.id))?.isActive).toBe(false);
  });

  it('restoring an account works after a password reset, which leaves the account deleted', async () => {
    const owner = await newDeleted(app);
    app.world.mails.length = 0;
    expect((await recoveries.reset(app, owner)).status).toBe(200);
    await deliverEffects(app);
    expect(app.world.mails.map(({ subject }) => subject)).toContain('Your password was changed');
    expect((await app.users.byId(owner.id))?.isActive).toBe(false);
    expect(await restore(app, owner, 'some other words')).toMatchObject({ status: 200 });
    await deliverEffects(app);
    app.world.clock.now += 61_000;
    expect((await send(owner)).status).toBe(202);
  });

  it.each(['reset', 'identity'] as const)(
    'restoring an unverified account that was recovered by %s does not bring back earlier objects',
    async (method) => {
      const stranger = await newStranger(app);
      const key = await openers.api_key(app, stranger);
      const endpoint = await openers.webhook_endpoint(app, stranger);
      expect(await deleteAccount(app, stranger, strangersPassword)).toMatchObject({ status: 202 });
      await deliverEffects(app);
      app.world.clock.now += 1000;
      if (method === 'reset') {
        await recoveries.reset(app, stranger);
        expect(await restore(app, stranger, 'some other words')).toMatchObject({ status: 200 });
      } else {
        const id_token = await app.world.idp.idToken({ sub: stranger.email, email: stranger.email });
        expect(await app.accounts.signInWithIdp({ body: { id_token } })).toMatchObject(pending);
        expect(await app.accounts.restoreAccount({ body: { id_token } })).toMatchObject({ status: 200 });
      }
      await deliverEffects(app);
      expect([await key.isOpen(app), await endpoint.isOpen(app)]).toEqual([false, false]);
      expect(await restore(app, stranger, strangersPassword)).toMatchObject({ status: 401 });
    },
  );

  it('restoring an account is refused after an operator invalidated it', async () => {
    const owner = await newDeleted(app);
    await app.operators.invalidateAccount({
      body: { user_id: owner.id },
      headers: { 'x-svc-dev-token': operatorToken },
    });
    for (const email of [owner.email, `invalidate_${owner.email}`]) {
      expect(await restore(app, { email })).toMatchObject({ body: { code: 'invalid_credentials' } });
      expect(await login(app, { email })).toMatchObject({ body: { code: 'invalid_credentials' } });
    }
    expect((await app.users.byId(owner.id))?.isActive).toBe(false);
  });

  it('an ID token restores an account without a password, and the refused sign-in does not use it up', async () => {
    const claims = { sub: randomUUID(), email: `${randomUUID()}@company.example` };
    const { idp } = app.world;
    const made = await app.accounts.signUpWithIdp({ body: { id_token: await idp.idToken(claims) } });
    if (made.status !== 200) throw new Error(JSON.stringify(made.body));
    const headers = { authorization: `Bearer ${made.body.access_token}` };
    expect(await app.accounts.deleteAccount({ body: {}, headers })).toMatchObject({ status: 202 });
    app.world.clock.now += 1000;
    const id_token = await idp.idToken(claims);
    expect(await app.accounts.signInWithIdp({ body: { id_token } })).toMatchObject(pending);
    expect(await app.accounts.restoreAccount({ body: { id_token } })).toMatchObject({ status: 200 });
    expect(await app.accounts.restoreAccount({ body: { id_token } })).toMatchObject({
      status: 401,
      body: { code: 'id_token_used' },
    });
  });

  it('restoring gives the same answer for unknown, wrong and invalidated accounts', async () => {
    const gone = await newOwner(app);
    await app.users.change(gone.id, { isActive: false });
    for (const email of [gone.email, `${randomUUID()}@company.example`])
      expect(await restore(app, { email })).toMatchObject({
        status: 401,
        body: { code: 'invalid_credentials' },
      });
    const odd = [{}, { email: gone.email }, { password }, { id_token: 'x', password }];
    for (const body of odd) expect(await app.accounts.restoreAccount({ body })).toMatchObject({ status: 422 });
  });
});
