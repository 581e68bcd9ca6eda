import { endAccount } from '#functions/api/operators/accounts/end-account.ts';
import type { KnownSubscription } from '#shared/billing/rules/billing.ts';
import { customer } from '#test/api/billing/billing-scene.ts';
import { openTo } from '#test/api/operators/open-to.ts';
import { newUser, newWorld, operatorToken, startApp, type TestApp, type World } from '#test/kit/harness.ts';

const headers = { 'x-svc-dev-token': operatorToken };
const password = 'correct horse battery staple';
let world: World;
let app: TestApp;
beforeAll(async () => {
  world = await newWorld();
  app = await startApp(world, { env: { REGISTRATIONS_PER_HOUR: '2000' } });
});

const newEmail = () => `ada${Math.random().toString(36).slice(2)}@company.example`;
async function registered(email = newEmail()) {
  const answer = await app.accounts.register({ body: { email, password } });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  const { access_token, user } = answer.body;
  return { email, id: user.id, token: { authorization: `Bearer ${access_token}` } };
}
type Body = Parameters<TestApp['operators']['invalidateAccount']>[0]['body'];
const invalidate = (body: Body) => app.operators.invalidateAccount({ body, headers });
async function invalidated(body: Body) {
  const answer = await invalidate(body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  const { user, already } = answer.body;
  return { id: user.id, email: user.email, is_active: user.is_active, already };
}
const actionsOn = async (user_id: number) => {
  const { body } = await app.operators.listAudit({ query: { user_id }, headers });
  if (!('entries' in body)) throw new Error(JSON.stringify(body));
  return body.entries.map(({ action }) => action);
};
const isIndexedActive = async (id: number) => {
  const { users } = app.viewDeps();
  return (await users.activePage(id % 16)).ids.includes(id);
};
async function subscribe(userId: number, state: Partial<KnownSubscription>) {
  const { billingRecords } = app.viewDeps();
  const subscription = {
    id: `sub_${userId}`,
    customerId: `cus_${userId}`,
    status: 'active',
    isCollectionPaused: false,
    periodEnd: null,
    asOf: 1,
    askedAt: 0,
    pausedAt: null,
    ...state,
  };
  const account = await billingRecords.account(userId);
  expect(await billingRecords.transactOrConflict([billingRecords.accountPart(userId, account, [subscription])])).toBe(true);
}

describe('invalidating an account', () => {
  it('invalidating an account prefixes its e-mail, makes it inactive and keeps the rest of the record', async () => {
    const { email, id } = await registered();
    const before = await app.users.byId(id);
    expect(await isIndexedActive(id)).toBe(true);
    const ended = { id, email: `invalidate_${email}`, is_active: false };
    expect(await invalidated({ email })).toEqual({ ...ended, already: false });
    const { activeShard: _, ...kept } = { ...before, activeShard: '' };
    const sessions = Object.entries(kept).flatMap(([name, session]) =>
      name.startsWith('session_') ? [[name, { ...Object(session), client: null, network: '' }]] : [],
    );
    expect(await app.users.byId(id)).toEqual({
      ...kept,
      ...Object.fromEntries(sessions),
      email: ended.email,
      isActive: false,
      knownNetworks: {},
      invalidation: { at: expect.any(String), email, identity: null },
      effects: expect.stringMatching(/^\[\{"kind":"account_suspension",[^{}]*\},\{"kind":"activity".*"type":"account_invalidated".*\}\]$/),
    });
    expect(await isIndexedActive(id)).toBe(false);
    expect(await actionsOn(id)).toEqual(['invalidate_account']);
  });

  it('a repeated invalidation by any name returns the same record, with one prefix and one entry', async () => {
    const { email, id } = await registered();
    const ended = { id, email: `invalidate_${email}`, is_active: false };
    await invalidated({ email });
    for (const named of [{ email }, { email: ` INVALIDATE_${email.toUpperCase()}` }, { user_id: id }])
      expect(await invalidated(named)).toEqual({ ...ended, already: true });
    expect(await actionsOn(id)).toEqual(['invalidate_account']);
  });

  it('twenty parallel invalidations end an account once', async () => {
    for (const named of [(_: number, email: string) => ({ email }), (user_id: number) => ({ user_id })]) {
      const { email, id } = await registered();
      const ended = await Promise.all(Array.from({ length: 20 }, () => invalidated(named(id, email))));
      expect(ended.filter(({ already }) => !already)).toHaveLength(1);
      expect(new Set(ended.map((one) => `${one.id} ${one.email}`))).toEqual(new Set([`${id} invalidate_${email}`]));
      expect(await actionsOn(id)).toEqual(['invalidate_account']);
    }
  });

  it('invalidating an account ends every session at every Bearer endpoint, login and refresh', async () => {
    const { email, token } = await registered();
    await invalidated({ email });
    expect(await openTo(app, token)).toEqual([]);
    for (const address of [email, `invalidate_${email}`])
      expect(await app.accounts.login({ body: { email: address, password } })).toMatchObject({
        status: 401,
        body: { code: 'invalid_credentials' },
      });
  });

  it('an invalidated e-mail can register again, and then names the new account', async () => {
    const { email, id, token } = await registered();
    const ids = [id];
    for (const prefix of ['invalidate_', 'invalidate_2_', 'invalidate_3_']) {
      expect(await invalidated({ email })).toEqual({
        id: ids.at(-1),
        email: prefix + email,
        is_active: false,
        already: false,
      });
      expect(await invalidated({ email })).toMatchObject({ id: ids.at(-1), already: true });
      const { body } = await app.accounts.checkEmail({ body: { email } });
      expect(body).toEqual({ email, registered: false, is_active: false, can_register: true });
      ids.push((await registered(email)).id);
    }
    expect(new Set(ids).size).toBe(4);
    expect((await app.accounts.readMe({ headers: token })).status).toBe(401);
    expect((await app.accounts.login({ body: { email, password } })).status).toBe(200);
    expect(await invalidated({ user_id: id })).toMatchObject({ email: `invalidate_${email}`, already: true });
    expect(await invalidated({ email: `invalidate_2_${email}` })).toMatchObject({
      id: ids[1],
      already: true,
    });
    expect((await app.users.byEmail(email))?.isActive).toBe(true);
  });

  it('an invalidation takes no number of an e-mail that begins with a number', async () => {
    const plain = newEmail();
    const numbered = await registered(`2_${plain}`);
    expect(await invalidated({ email: numbered.email })).toMatchObject({ email: `invalidate_2_${plain}` });
    const emails = [];
    for (let i = 0; i < 2; i++) {
      await registered(plain);
      emails.push((await invalidated({ email: plain })).email);
    }
    expect(emails).toEqual([`invalidate_${plain}`, `invalidate_3_${plain}`]);
    expect(await invalidated({ email: numbered.email })).toMatchObject({ id: numbered.id, already: true });
  });

  it('an account with a prefixed e-mail beyond the mail limit can be named', async () => {
    const email = `${'a'.repeat(50)}${Math.random().toString(36).slice(2, 12)}@company.example`;
    const { id } = await registered(email);
    await invalidated({ email });
    expect(await invalidated({ email: `invalidate_${email}` })).toMatchObject({ id, already: true });
  });

  it('a prefixed e-mail can neither register nor reset', async () => {
    const { email, id } = await registered();
    await invalidated({ email });
    const prefixed = `invalidate_${email}`;
    expect((await app.accounts.register({ body: { email: prefixed, password } })).status).toBe(422);
    await app.accounts.forgotPassword({ body: { email: prefixed } });
    await app.work('reset_codes');
    expect(world.mails.filter(({ to }) => to === prefixed)).toEqual([]);
    expect((await app.users.byId(id))?.isActive).toBe(false);
  });

  it('an invalidation ends a reset in progress', async () => {
    const { email, id } = await registered();
    await app.accounts.forgotPassword({ body: { email } });
    await app.work('reset_codes');
    const code = /\b\d{6}\b/.exec(world.mails.at(-1)?.text ?? '')?.[0] ?? '';
    const verified = await app.accounts.verifyResetCode({ body: { email, code } });
    if (verified.status !== 200) throw new Error('not verified');
    await invalidated({ email });
    const body = { email, code, reset_token: verified.body.reset_token, new_password: 'other plain words' };
    expect((await app.accounts.resetPassword({ body })).status).toBe(400);
    expect((await app.accounts.verifyResetCode({ body: { email, code } })).status).toBe(400);
    await registered(email);
    expect((await app.accounts.resetPassword({ body })).status).toBe(400);
    expect((await app.accounts.login({ body: { email, password } })).status).toBe(200);
    expect((await app.users.byId(id))?.isActive).toBe(false);
  });

  it('an invalidation frees the identity, which can sign up again', async () => {
    const email = newEmail();
    const person = { sub: `person ${email}`, email };
    const idToken = async () => ({ body: { id_token: await world.idp.idToken(person) } });
    const made = await app.accounts.signUpWithIdp(await idToken());
    if (made.status !== 200) throw new Error(JSON.stringify(made.body));
    await invalidated({ email });
    expect(await app.accounts.signInWithIdp(await idToken())).toMatchObject({
      status: 404,
      body: { code: 'account_not_found' },
    });
    const again = await app.accounts.signUpWithIdp(await idToken());
    expect(again).toMatchObject({ status: 200, body: { user: { email, is_active: true } } });
    expect((await app.accounts.signInWithIdp(await idToken())).status).toBe(200);
    expect(await invalidated({ user_id: made.body.user.id })).toMatchObject({ already: true });
  });

  it('an invalidation also frees an identity that is bound in parallel', async () => {
    const { id, email } = await newUser(app, { emailVerified: true });
    const before = await app.users.byId(id);
    if (!before) throw new Error('no account');
    const idToken = () => world.idp.idToken({ sub: `person ${email}`, email });
    const deps = app.viewDeps();
    let isBound = false;
    const isTaken = async (address: string) => {
      if (!isBound) isBound = (await app.accounts.signInWithIdp({ body: { id_token: await idToken() } })).status === 200;
      return await deps.users.isTaken(address);
    };
    const ended = await endAccount(before, { by: { kind: 'system', id: 'test' } }, { ...deps, users: { ...deps.users, isTaken } });
    expect([isBound, ended.isRepeat, ended.user.identity]).toEqual([true, false, null]);
    expect(await app.users.byId(id)).toMatchObject({ isActive: false, identity: null });
    expect((await app.accounts.signUpWithIdp({ body: { id_token: await idToken() } })).status).toBe(200);
  });

  it('invalidating an account works for an account made with a phone', async () => {
    const email = 'user+351912345678@operator.example';
    const { id } = await newUser(app, { email, phone: '+351912345678' });
    expect(await invalidated({ email })).toMatchObject({ id, email: `invalidate_${email}` });
    expect(await app.users.byEmail(email)).toBeNull();
  });

  it('invalidating an unknown e-mail or ID is 404', async () => {
    for (const named of [{ email: newEmail() }, { email: `invalidate_${newEmail()}` }, { user_id: 2 ** 50 }])
      expect(await invalidate(named)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await invalidate({ email: 'no address' })).toMatchObject({ status: 422 });
    expect(await invalidate({})).toMatchObject({ status: 422 });
  });
});

describe('invalidating an account with a billing subscription', () => {
  it.each(['active', 'trialing', 'past_due', 'unpaid', 'incomplete'])(
    'an account with a subscription that is %s is not invalidated: 409',
    async (status) => {
      const { email, id, token } = await registered();
      await subscribe(id, { status });
      const before = await app.users.byId(id);
      expect(await invalidate({ email })).toMatchObject({
        status: 409,
        body: { code: 'billing_subscription_live' },
      });
      expect(await app.users.byId(id)).toEqual(before);
      expect(await actionsOn(id)).toEqual([]);
      expect((await app.accounts.readMe({ headers: token })).status).toBe(200);
    },
  );

  it.each([
    ['cancelled', { status: 'canceled' }],
    ['never completed', { status: 'incomplete_expired' }],
    ['paused', { status: 'paused' }],
    ['not collected for', { isCollectionPaused: true }],
  ])('an account with a subscription that is %s is invalidated', async (_, state) => {
    const { email, id } = await registered();
    await subscribe(id, state);
    expect(await invalidated({ email })).toMatchObject({ id, is_active: false, already: false });
  });

  it('an invalidation is 409 until an operator has paused the subscription', async () => {
    const subscriber = await customer(app);
    subscriber.has();
    await subscriber.updated();
    expect(await invalidate({ email: subscriber.email })).toMatchObject({ status: 409 });
    expect((await subscriber.pause()).status).toBe(200);
    world.clock.now += 1;
    expect(await invalidated({ email: subscriber.email })).toMatchObject({
      id: subscriber.id,
      already: false,
    });
    expect(await subscriber.audited()).toEqual(['invalidate_account', 'pause_billing_subscription']);
  });

  it('an invalidation is 409 for a subscription that begins in parallel', async () => {
    const { id } = await registered();
    const deps = app.viewDeps();
    const before = await app.users.byId(id);
    if (!before) throw new Error('no account');
    const isTaken = async (email: string) => {
      await subscribe(id, { status: 'active' });
      return await deps.users.isTaken(email);
    };
    const ending = endAccount(before, { by: { kind: 'system', id: 'test' } }, { ...deps, users: { ...deps.users, isTaken } });
    await expect(ending).rejects.toMatchObject({ code: 'billing_subscription_live' });
    expect(await app.users.byId(id)).toEqual(before);
    expect(await actionsOn(id)).toEqual([]);
  });
});
