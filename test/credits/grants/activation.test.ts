import { keyOf } from '#shared/credits/items.ts';
import { created, newKey, send } from '#test/api/licences/partner/partner-scene.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { expectLedgers, ledgerOf, operator, run, tableOf } from './scene.ts';

let app: TestApp;
const startAt = async (now: string, env: Record<string, string> = {}) => {
  app = await startApp(await newWorld(Date.parse(now)), { env });
};
type Person = Awaited<ReturnType<typeof newUser>>;
const monthly = (amount: number): [string, number] => ['partner_monthly_topup', amount];
const topup = () => run(app, 'partner_monthly_topup');
const renew = () => run(app, 'subscription_renewals');
const event = async (name: string, license_key: string, more: object = {}) => {
  const answer = await send(app, { event: name, license_key, created_at: created, ...more });
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
};
const activate = async ({ id }: Person, license_key: string) => {
  const answer = await app.licences.activateLicence({ body: { license_key }, headers: await app.signIn(id) });
  expect(answer.status).toBe(200);
};
const set = (body: Record<string, unknown>) => app.operators.setLicence({ body: body as { license_key: string }, headers: operator });
const paidTo = async ({ id }: Person) => (await ledgerOf(app, id)).reduce((sum, [, amount]) => sum + amount, 0);

async function holderOf(tier: 1 | 2 | 3) {
  const [user, key] = [await newUser(app), newKey()];
  await event('purchase', key, { tier });
  await activate(user, key);
  return { user, key };
}

describe('the activation of a licence', () => {
  it("the activation of a licence pays the month's credits at once, and renewal and top-up of that month skip the holder", async () => {
    await startAt('2026-11-25T06:00:00Z');
    const { user, key } = await holderOf(2);
    await expectLedgers(app, [user.id], [monthly(300)]);
    await activate(user, key);
    app.world.clock.now = Date.parse('2026-11-30T14:30:00Z');
    expect(await topup()).toMatchObject({ granted: 0, skipped: 1, total_credits: 0 });
    expect(await renew()).toMatchObject({ partner_granted: 0, partner_skipped: 1 });
    await expectLedgers(app, [user.id], [monthly(300)]);
    app.world.clock.now = Date.parse('2026-12-25T06:30:00Z');
    expect(await renew()).toMatchObject({ partner_granted: 1 });
    app.world.clock.now = Date.parse('2026-12-31T14:30:00Z');
    expect(await topup()).toMatchObject({ granted: 0, skipped: 1 });
    await expectLedgers(app, [user.id], [monthly(300), monthly(300)]);
  });

  it('the transfer of a licence of an earlier month pays its new holder at once, if the month is unpaid', async () => {
    await startAt('2026-10-25T06:00:00Z');
    const { user, key } = await holderOf(2);
    const next = await newUser(app);
    app.world.clock.now = Date.parse('2026-11-05T06:00:00Z');
    expect((await set({ license_key: key, user_id: next.id })).status).toBe(200);
    await expectLedgers(app, [user.id, next.id], [monthly(300)]);
  });

  it('the activation of a licence repeated in a later month pays nothing, since nothing was activated then', async () => {
    await startAt('2026-11-25T06:00:00Z');
    const { user, key } = await holderOf(1);
    app.world.clock.now = Date.parse('2026-12-01T06:00:00Z');
    await activate(user, key);
    await event('activate', key, { tier: 1 });
    await expectLedgers(app, [user.id], [monthly(100)]);
  });

  it('the activation of a licence pays a licence that the partner reports with the e-mail of a verified account', async () => {
    await startAt('2026-11-25T06:00:00Z');
    const user = await newUser(app);
    await event('activate', newKey(), { tier: 3, extra: { email: user.email } });
    await expectLedgers(app, [user.id], [monthly(600)]);
  });

  it('the activation of a licence pays nothing where the configuration says so: the top-up of the last day does', async () => {
    await startAt('2026-11-25T06:00:00Z', { PARTNER_GRANT_AT_ACTIVATION: 'false' });
    const { user } = await holderOf(2);
    await expectLedgers(app, [user.id], []);
    app.world.clock.now = Date.parse('2026-11-30T14:30:00Z');
    expect(await topup()).toMatchObject({ granted: 1, total_credits: 300 });
  });

  it('several licences of an account pay the month once, by the highest tier', async () => {
    await startAt('2026-11-25T06:00:00Z');
    const { user } = await holderOf(2);
    for (const tier of [1, 3, 3]) {
      const key = newKey();
      await event('purchase', key, { tier });
      await activate(user, key);
    }
    await expectLedgers(app, [user.id], [monthly(300), monthly(300)]);
  });

  it('parallel activations, renewals and top-ups pay once', async () => {
    await startAt('2026-11-21T06:00:00Z');
    const [user, key] = [await newUser(app), newKey()];
    await event('purchase', key, { tier: 2 });
    await set({ license_key: key, status: 'inactive', user_id: user.id });
    app.world.clock.now = Date.parse('2026-12-21T06:00:00Z');
    const reactivated = () => event('activate', key, { tier: 2, created_at: created + 1e8 });
    await Promise.all([reactivated(), topup(), renew(), reactivated(), activate(user, key), topup(), renew()]);
    await expectLedgers(app, [user.id], [monthly(300)]);
  });
});

describe('an upgrade', () => {
  const upgrade = (old: string, next: string, tier: number) =>
    event('upgrade', next, { prev_license_key: old, tier, created_at: created + 20 });

  it('an upgrade pays the difference at once, in a month that activation, renewal or top-up has paid', async () => {
    await startAt('2026-11-21T06:00:00Z');
    const { user, key } = await holderOf(1);
    const next = newKey();
    await upgrade(key, next, 3);
    await event('deactivate', key, {
      created_at: created + 20,
      extra: { reason: 'Upgraded by the customer' },
    });
    await upgrade(key, next, 3);
    await expectLedgers(app, [user.id], [monthly(100), monthly(500)]);
    app.world.clock.now = Date.parse('2026-12-21T06:30:00Z');
    expect(await renew()).toMatchObject({ partner_granted: 1, total_credits: 600 });
  });

  it('an upgrade pays the difference also where activations pay nothing', async () => {
    await startAt('2026-10-21T06:00:00Z', { PARTNER_GRANT_AT_ACTIVATION: 'false' });
    const { user, key } = await holderOf(1);
    app.world.clock.now = Date.parse('2026-11-21T06:30:00Z');
    expect(await renew()).toMatchObject({ partner_granted: 1 });
    await upgrade(key, newKey(), 2);
    await expectLedgers(app, [user.id], [monthly(100), monthly(200)]);
  });

  it('an upgrade parallel to the top-up ends in the credits of the higher tier', async () => {
    await startAt('2026-11-21T06:00:00Z');
    for (let round = 0; round < 6; round++) {
      const { user, key } = await holderOf(1);
      const next = newKey();
      await Promise.all([upgrade(key, next, 3), topup(), upgrade(key, next, 3), topup()]);
      expect(await paidTo(user)).toBe(600);
    }
  });

  it('a downgrade pays nothing more', async () => {
    await startAt('2026-11-21T06:00:00Z');
    const { user, key } = await holderOf(3);
    await event('downgrade', newKey(), { prev_license_key: key, tier: 1, created_at: created + 20 });
    await expectLedgers(app, [user.id], [monthly(600)]);
  });

  it("an operator's upgrade pays the difference, and a repeat nothing", async () => {
    await startAt('2026-11-21T06:00:00Z');
    const { user, key } = await holderOf(1);
    for (let i = 0; i < 2; i++) await set({ license_key: key, tier: 2 });
    await expectLedgers(app, [user.id], [monthly(100), monthly(200)]);
  });
});

const reasonsOf = async ({ id }: Person) => {
  const { body } = await app.credits.listCredits({ headers: await app.signIn(id), query: {} });
  return 'transactions' in body ? body.transactions.map(({ reason }) => reason) : body;
};

describe('a month that an earlier version of the service has paid', () => {
  const paidByEarlierVersion = (userId: number, amount: number) =>
    app.ledger.grant(userId, {
      type: 'partner_monthly_topup',
      amount,
      claim: `partner_monthly#2026-11#${userId}`,
      reason: 'Monthly credits (silver)',
      actor: 'partner_monthly_topup',
      source: 'task_earlier',
    });
  const heldOf = async (tier: 1 | 2 | 3) => {
    await startAt('2026-11-02T06:00:00Z', { PARTNER_GRANT_AT_ACTIVATION: 'false' });
    const held = await holderOf(tier);
    await paidByEarlierVersion(held.user.id, { 1: 100, 2: 300, 3: 600 }[tier]);
    app = await startApp(app.world);
    return held;
  };

  it('a month that an earlier version of the service has paid is not paid again by the top-up, a renewal or another activation', async () => {
    const { user, key } = await heldOf(1);
    await activate(user, key);
    expect(await topup()).toMatchObject({ granted: 0, skipped: 1 });
    expect(await renew()).toMatchObject({ partner_granted: 0 });
    await expectLedgers(app, [user.id], [monthly(100)]);
  });

  it('a month of an earlier version gets the difference after an upgrade', async () => {
    const { user, key } = await heldOf(1);
    await event('upgrade', newKey(), { prev_license_key: key, tier: 3, created_at: created + 20 });
    await expectLedgers(app, [user.id], [monthly(100), monthly(500)]);
    expect(await reasonsOf(user)).toEqual(['Monthly credits (platinum), the difference after an upgrade', 'Monthly credits (silver)']);
  });

  it('a month that an earlier version of the service has paid is not paid again to the next holder of the licence', async () => {
    const { user, key } = await heldOf(2);
    const next = await newUser(app);
    await set({ license_key: key, user_id: next.id });
    await topup();
    await expectLedgers(app, [user.id], [monthly(300)]);
    await expectLedgers(app, [next.id], []);
  });
});

it('a licence that moves back and forth within a month pays once in all', async () => {
  await startAt('2026-11-21T06:00:00Z');
  const { user, key } = await holderOf(2);
  const other = await newUser(app);
  for (const holder of [other, user, other]) await set({ license_key: key, user_id: holder.id });
  await topup();
  expect([await paidTo(user), await paidTo(other)]).toEqual([300, 0]);
  const next = newKey();
  await event('upgrade', next, { prev_license_key: key, tier: 3, created_at: Date.now() / 1000 + 1e8 });
  expect([await paidTo(user), await paidTo(other)]).toEqual([300, 300]);
  const record = await tableOf(app.world).get(keyOf.partnerMonthOfLicence('2026-11', next));
  expect(record).toMatchObject({ paid: 300, payments: 1 });
});

describe('the day of the next monthly credits', () => {
  const nextOn = async ({ id }: Person) => {
    const { body } = await app.licences.listLicences({ headers: await app.signIn(id) });
    return 'next_credits_on' in body ? body.next_credits_on : undefined;
  };

  it('the day of the next monthly credits is the renewal after an activation, and the credits come then', async () => {
    await startAt('2027-01-31T06:00:00Z');
    expect(await nextOn(await newUser(app))).toBeNull();
    const { user } = await holderOf(1);
    expect(await nextOn(user)).toBe('2027-02-28');
    app.world.clock.now = Date.parse('2027-02-28T06:00:00Z');
    expect(await nextOn(user)).toBe('2027-02-28');
    expect(await renew()).toMatchObject({ partner_granted: 1 });
    expect(await nextOn(user)).toBe('2027-03-31');
  });

  it('the day of the next monthly credits is the renewal until it has passed: on the day before, on the day itself, and no longer on the day after', async () => {
    await startAt('2027-01-10T06:00:00Z');
    const { user } = await holderOf(1);
    for (const [now, day] of [
      ['2027-02-09T06:00:00Z', '2027-02-10'],
      ['2027-02-10T06:00:00Z', '2027-02-10'],
      ['2027-02-11T06:00:00Z', '2027-02-28'],
      ['2027-02-28T06:00:00Z', '2027-02-28'],
    ] as const) {
      app.world.clock.now = Date.parse(now);
      expect(await nextOn(user), now).toBe(day);
    }
  });

  it('the day of the next monthly credits is the last day of the month when the renewal has passed and nothing has paid', async () => {
    await startAt('2026-11-05T06:00:00Z', { PARTNER_GRANT_AT_ACTIVATION: 'false' });
    const { user } = await holderOf(1);
    expect(await nextOn(user)).toBe('2026-11-30');
    app.world.clock.now = Date.parse('2026-11-30T14:30:00Z');
    expect(await topup()).toMatchObject({ granted: 1 });
    expect(await nextOn(user)).toBe('2026-12-05');
  });
});
