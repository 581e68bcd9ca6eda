import { randomUUID } from 'node:crypto';
import { deleteAccount, login, newOwner, password, restore } from '#test/api/accounts/deletion/deleted-account.ts';
import { newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';
import { deliverEffects } from '#test/outbox/deliver-effects.ts';
import { newEndpoint } from '#test/webhooks/scene.ts';

const headers = { 'x-svc-dev-token': operatorToken };
let app: TestApp;
beforeAll(async () => {
  app = await startApp(await newWorld());
});

const invalidate = (body: { user_id: number } | { email: string }) => app.operators.invalidateAccount({ body, headers });
type Body = Parameters<TestApp['operators']['reactivateAccount']>[0]['body'];
const reactivate = (body: Body) => app.operators.reactivateAccount({ body, headers });
const actionsOn = async (user_id: number) => {
  const { body } = await app.operators.listAudit({ query: { user_id }, headers });
  if (!('entries' in body)) throw new Error(JSON.stringify(body));
  return body.entries.map(({ action }) => action);
};
const send = (key: { authorization: string }) =>
  app.conversions.sendConversion({
    body: { event_type: 'a', event_id: randomUUID(), svc_click_id: 's_nobody' },
    headers: key,
  });
async function newInvalidated() {
  const owner = await newOwner(app);
  const endpoint = await newEndpoint(app, owner.headers);
  expect((await invalidate({ user_id: owner.id })).status).toBe(200);
  await later();
  app.world.mails.length = 0;
  return { ...owner, endpointId: endpoint.id };
}
async function later() {
  await deliverEffects(app);
  app.world.clock.now += 61_000;
}
const endpointOf = ({ id, endpointId }: { id: number; endpointId: string }) =>
  app.workerDeps('effects').webhookEndpoints.find(id, endpointId);

describe('reactivating an invalidated account', () => {
  it('reactivating an account restores e-mail, sessions, keys and webhook endpoints, with one audit entry and one mail', async () => {
    const owner = await newInvalidated();
    expect((await send(owner.key)).status).toBe(401);
    expect(await endpointOf(owner)).toMatchObject({ status: 'disabled', disabledReason: 'suspended' });
    expect((await app.accounts.readMe({ headers: owner.headers })).status).toBe(401);
    expect(await reactivate({ user_id: owner.id, reason: 'By mistake' })).toMatchObject({
      status: 200,
      body: {
        user: { id: owner.id, email: owner.email, is_active: true },
        already: false,
        identity_restored: null,
      },
    });
    expect((await app.accounts.readMe({ headers: owner.headers })).status).toBe(200);
    await later();
    expect((await send(owner.key)).status).toBe(202);
    expect(await endpointOf(owner)).toMatchObject({ status: 'enabled' });
    expect(await login(app, owner)).toMatchObject({ status: 200 });
    expect(await actionsOn(owner.id)).toEqual(['reactivate_account', 'invalidate_account']);
    expect(app.world.mails.map(({ to, subject }) => [to, subject])).toEqual([[owner.email, 'Your account is active again']]);
    const { users } = app.viewDeps();
    expect((await users.activePage(owner.id % 16)).ids).toContain(owner.id);
  });

  it('twenty parallel reactivations happen once, and a repeat changes nothing', async () => {
    const owner = await newInvalidated();
    const answers = await Promise.all(Array.from({ length: 20 }, () => reactivate({ user_id: owner.id })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.filter(({ body }) => 'already' in body && !body.already)).toHaveLength(1);
    expect(await reactivate({ user_id: owner.id })).toMatchObject({ body: { already: true } });
    expect(await actionsOn(owner.id)).toEqual(['reactivate_account', 'invalidate_account']);
  });

  it('reactivating an account is 409 when the address was registered again, and then accepts another address', async () => {
    const owner = await newInvalidated();
    const anew = await app.accounts.register({ body: { email: owner.email, password } });
    expect(anew.status).toBe(200);
    const taken = { status: 409, body: { code: 'email_taken' } };
    expect(await reactivate({ user_id: owner.id })).toMatchObject(taken);
    expect(await reactivate({ user_id: owner.id, new_email: owner.email })).toMatchObject(taken);
    expect((await app.users.byId(owner.id))?.isActive).toBe(false);
    const email = `${randomUUID()}@company.example`;
    expect(await reactivate({ user_id: owner.id, new_email: email })).toMatchObject({
      status: 200,
      body: { user: { email, is_active: true } },
    });
    expect(await login(app, { email })).toMatchObject({ status: 200 });
    expect((await app.users.byEmail(owner.email))?.id).not.toBe(owner.id);
  });

  it('the former address of an account reactivated with a new address does not name it', async () => {
    const owner = await newInvalidated();
    await reactivate({ user_id: owner.id, new_email: `${randomUUID()}@company.example` });
    expect(await invalidate({ email: owner.email })).toMatchObject({ status: 404 });
    expect((await app.users.byId(owner.id))?.isActive).toBe(true);
  });

  it.each([false, true])('reactivating an account restores the identity unless another account has it (%s)', async (isTaken) => {
    const email = `${randomUUID()}@company.example`;
    const token = async () => ({ body: { id_token: await app.world.idp.idToken({ sub: email, email }) } });
    const made = await app.accounts.signUpWithIdp(await token());
    if (made.status !== 200) throw new Error(JSON.stringify(made.body));
    const user_id = made.body.user.id;
    await invalidate({ user_id });
    if (isTaken) expect((await app.accounts.signUpWithIdp(await token())).status).toBe(200);
    const new_email = `${randomUUID()}@company.example`;
    const answer = await reactivate({ user_id, ...(isTaken && { new_email }) });
    expect(answer).toMatchObject({ status: 200, body: { identity_restored: !isTaken } });
    const signedIn = await app.accounts.signInWithIdp(await token());
    if (signedIn.status !== 200) throw new Error(JSON.stringify(signedIn.body));
    expect(signedIn.body.user.id === user_id).toBe(!isTaken);
  });

  it('reactivating an account that its owner had deleted makes it a deleted account, which the owner restores', async () => {
    const owner = await newOwner(app);
    await deleteAccount(app, owner);
    await invalidate({ user_id: owner.id });
    await later();
    expect(await restore(app, owner)).toMatchObject({ status: 401 });
    expect(await reactivate({ user_id: owner.id })).toMatchObject({
      status: 200,
      body: { user: { email: owner.email, is_active: false }, already: false },
    });
    await later();
    expect((await send(owner.key)).status).toBe(401);
    expect(await restore(app, owner)).toMatchObject({ status: 200 });
    await later();
    expect((await send(owner.key)).status).toBe(202);
  });

  it('reactivating works for an account of an earlier version, whose address is not stored', async () => {
    const plain = `${randomUUID()}@company.example`;
    for (const email of [plain, `2_${plain}`]) {
      const owner = await app.accounts.register({ body: { email, password } });
      if (owner.status !== 200) throw new Error(JSON.stringify(owner.body));
      const user_id = owner.body.user.id;
      await invalidate({ user_id });
      await app.users.change(user_id, { invalidation: null });
      expect(await reactivate({ user_id })).toMatchObject({ status: 200, body: { user: { email } } });
    }
  });

  it('reactivating is 404 for an unknown or erased account, and 422 with every problem for a wrong body', async () => {
    expect((await reactivate({ user_id: 2 ** 50 })).status).toBe(404);
    const owner = await newInvalidated();
    await app.users.change(owner.id, { erasedAt: '2026-01-01T00:00:00.000Z' });
    expect((await reactivate({ user_id: owner.id })).status).toBe(404);
    const wrong = await reactivate({ user_id: 0, new_email: 'no address' } as never);
    expect(wrong.status).toBe(422);
    expect(JSON.stringify(wrong.body)).toMatch(/user_id.*new_email/);
    const reserved = await reactivate({ user_id: owner.id, new_email: `invalidate_${owner.email}` });
    expect(reserved.status).toBe(422);
  });
});

describe('the suspension of an account', () => {
  it("the suspension of an account ends in the account's state, in any order of its effects", async () => {
    const owner = await newInvalidated();
    const effect = { kind: 'account_suspension' as const, id: 'a', user_id: owner.id };
    const { deliver } = await import('#shared/outbox/deliver.ts');
    const again = () => deliver(effect, app.workerDeps('effects'));
    await reactivate({ user_id: owner.id });
    await Promise.all([again(), invalidate({ user_id: owner.id }), again(), again()]);
    await later();
    await Promise.all([again(), again()]);
    expect((await send(owner.key)).status).toBe(401);
    await Promise.all([again(), reactivate({ user_id: owner.id }), again(), again()]);
    await later();
    expect((await send(owner.key)).status).toBe(202);
    expect(await endpointOf(owner)).toMatchObject({ status: 'enabled' });
  });
});
