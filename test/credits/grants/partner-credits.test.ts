import type { GrantDeps } from '#shared/credits/grants/needs.ts';
import { subscriptionRenewals } from '#shared/credits/grants/renewals.ts';
import { partnerMonthsIn } from '#shared/credits/store/partner-months.ts';
import { renewalsIn } from '#shared/credits/store/renewals.ts';
import { isGranting } from '#shared/licences/rules/licences.ts';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { expectLedgers, type Licences, ledgerOf, licencesOf, makeUsers, run, tableOf, todayOf } from './scene.ts';

let app: TestApp;
let licences: Licences;
const startAt = async (now: string, env: Record<string, string> = {}) => {
  app = await startApp(await newWorld(Date.parse(now)), { env });
  licences = licencesOf(app.world);
};
const newUser = async (createdAt?: string) => (await makeUsers(app, 1, createdAt ? { createdAt } : {}))[0] as number;
const monthly = (amount: number): [string, number] => ['partner_monthly_topup', amount];
const topup = (body?: { dry_run?: boolean }) => run(app, 'partner_monthly_topup', body);
const renew = (body?: { dry_run?: boolean }) => run(app, 'subscription_renewals', body);

describe('the monthly top-up', () => {
  beforeEach(() => startAt('2026-11-21T12:00:00Z'));

  it('the monthly top-up pays holders of active licences by tier, once a calendar month', async () => {
    const users = await makeUsers(app, 3);
    await Promise.all(users.map((id, i) => licences.give(id, (i + 1) as 1 | 2 | 3)));
    const stranger = await newUser();
    const ended = await newUser();
    await licences.give(ended, 2, { status: 'deactivated' });
    await licences.give(null, 3);
    expect(await topup({ dry_run: true })).toMatchObject({ granted: 3, total_credits: 1000 });
    expect(await topup()).toMatchObject({ granted: 3, skipped: 0, failed: 0, total_credits: 1000 });
    expect(await topup()).toMatchObject({ granted: 0, skipped: 3, total_credits: 0 });
    expect(await Promise.all([...users, stranger, ended].map((id) => ledgerOf(app, id)))).toEqual([
      [monthly(100)],
      [monthly(300)],
      [monthly(600)],
      [],
      [],
    ]);
  });

  it("the monthly top-up begins a month at midnight of the credits' time zone", async () => {
    const user = await newUser();
    await licences.give(user, 1);
    app.world.clock.now = Date.parse('2026-11-30T18:29:59.999Z');
    await topup();
    app.world.clock.now += 1;
    expect(await topup()).toMatchObject({ granted: 1 });
    await expectLedgers(app, [user], [monthly(100), monthly(100)]);
  });

  it('the monthly top-up pays a user with several active licences once, by the best of them', async () => {
    const user = await newUser();
    for (const tier of [1, 3, 2, 3] as const) await licences.give(user, tier);
    expect(await topup({ dry_run: true })).toMatchObject({ granted: 1, skipped: 3, total_credits: 600 });
    expect(await topup()).toMatchObject({ granted: 1, skipped: 3, total_credits: 600 });
    await expectLedgers(app, [user], [monthly(600)]);
  });

  it('the monthly top-up leaves inactive holders out, and tiers that are configured to give nothing', async () => {
    await startAt('2026-11-21T12:00:00Z', { PARTNER_TIER_CREDITS: '{"1":0,"2":20,"3":30}' });
    const [poor, rich] = (await makeUsers(app, 2)) as [number, number];
    const [inactive] = (await makeUsers(app, 1, { isActive: false })) as [number];
    await licences.give(poor, 1);
    await licences.give(rich, 3);
    await licences.give(inactive, 3);
    expect(await topup()).toMatchObject({ granted: 1, skipped: 2, total_credits: 30 });
    await expectLedgers(app, [rich], [monthly(30)]);
    await expectLedgers(app, [poor, inactive], []);
  });
});

describe('renewals', () => {
  it('renewals come on the sign-up day of the month, clamped to its end, and never on the sign-up day itself', async () => {
    await startAt('2027-01-31T06:00:00Z');
    const [user, other] = (await makeUsers(app, 2)) as [number, number];
    await licences.give(user, 1);
    const paidOn: string[] = [];
    for (let day = 0; day < 120; day++) {
      const { partner_granted } = await renew();
      if (partner_granted) paidOn.push(new Date(app.world.clock.now).toISOString().slice(0, 10));
      app.world.clock.now += 86_400_000;
    }
    expect(paidOn).toEqual(['2027-02-28', '2027-03-31', '2027-04-30']);
    await expectLedgers(app, [user], [monthly(100), monthly(100), monthly(100)]);
    await expectLedgers(app, [other], []);
  });

  it('renewals that were missed are caught up at the next run, each once, under the month they were due in', async () => {
    await startAt('2026-09-05T06:00:00Z');
    const user = await newUser('2026-01-10T06:00:00.000Z');
    await licences.give(user, 2);
    app.world.clock.now = Date.parse('2026-10-20T06:00:00Z');
    expect(await renew({ dry_run: true })).toMatchObject({ partner_granted: 2, total_credits: 600 });
    expect(await renew()).toMatchObject({
      granted: 2,
      skipped: 0,
      failed: 0,
      total_credits: 600,
      partner_granted: 2,
      partner_skipped: 0,
      partner_failed: 0,
    });
    expect(await renew()).toMatchObject({ partner_granted: 0, partner_skipped: 1 });
    const { transactions } = await app.ledger.page(user, { limit: 9 });
    expect(transactions.map(({ key }) => key)).toEqual([`partner_monthly#2026-10#${user}`, `partner_monthly#2026-09#${user}`]);
  });

  it('renewals that a run has paid are still its own when a page of it is repeated, and are none of a later run', async () => {
    await startAt('2026-09-05T06:00:00Z');
    const user = await newUser('2026-01-10T06:00:00.000Z');
    await licences.give(user, 2);
    app.world.clock.now = Date.parse('2026-10-20T06:00:00Z');
    const { task_id } = await renew();
    const table = tableOf(app.world);
    const now = () => app.world.clock.now;
    const deps = {
      users: app.users,
      licences,
      renewals: renewalsIn(table, { now }),
      partnerMonths: partnerMonthsIn(table),
      grants: { timeZone: 'Asia/Kolkata' },
    } as unknown as GrantDeps;
    const subjects = (await licences.ofUser(user)).licences.filter(isGranting);
    const daysOf = async (taskId: string) => {
      const tierCredits = { 1: 100, 2: 300, 3: 600 };
      const run = { taskId, at: app.world.clock.now, day: todayOf(app.world), creditsAmount: 0, tierCredits };
      const plans = await subscriptionRenewals.plan({ ...run, dryRun: false }, subjects, deps);
      return plans.flatMap(({ grants }) => grants.map(({ day }) => day));
    };
    expect(await daysOf(task_id ?? '')).toEqual(['2026-09-10', '2026-10-10']);
    expect(await daysOf('task_later')).toEqual([]);
  });

  it('renewals are not due for the time before the licence, nor for long ago', async () => {
    await startAt('2026-11-12T06:00:00Z');
    const user = await newUser('2025-01-10T06:00:00.000Z');
    await licences.give(user, 1);
    expect(await renew()).toMatchObject({ partner_granted: 0 });
    app.world.clock.now = Date.parse('2027-08-12T06:00:00Z');
    expect(await renew()).toMatchObject({ partner_granted: 2 });
  });

  it('renewals are not due while a bought licence had no holder or was off', async () => {
    await startAt('2026-09-05T06:00:00Z');
    const user = await newUser('2026-01-10T06:00:00.000Z');
    const key = await licences.give(null, 1);
    app.world.clock.now = Date.parse('2026-10-20T06:00:00Z');
    expect(await licences.claim(key, user)).toBe('linked');
    expect(await renew()).toMatchObject({ partner_granted: 0 });
    await licences.give(user, 1, { key, status: 'deactivated' });
    app.world.clock.now = Date.parse('2026-11-20T06:00:00Z');
    await licences.give(user, 1, { key });
    expect(await renew()).toMatchObject({ partner_granted: 0 });
    app.world.clock.now = Date.parse('2026-12-11T06:00:00Z');
    expect(await renew()).toMatchObject({ partner_granted: 1 });
  });

  it('renewals are not due to a new holder for days before the transfer of the licence', async () => {
    await startAt('2026-09-05T06:00:00Z');
    const [former, next] = [await newUser('2026-01-10T06:00:00.000Z'), await newUser('2026-01-15T06:00:00.000Z')];
    const key = await licences.give(former, 1);
    app.world.clock.now = Date.parse('2026-10-12T06:00:00Z');
    await licences.give(next, 1, { key });
    app.world.clock.now = Date.parse('2026-10-20T06:00:00Z');
    expect(await renew()).toMatchObject({ partner_granted: 1, total_credits: 100 });
    await expectLedgers(app, [former], []);
    await expectLedgers(app, [next], [monthly(100)]);
  });

  it('renewals are due for days before an upgrade, which does not restart the licence', async () => {
    await startAt('2026-09-05T06:00:00Z');
    const user = await newUser('2026-01-10T06:00:00.000Z');
    const licenceKey = await licences.give(user, 1);
    app.world.clock.now = Date.parse('2026-10-20T06:00:00Z');
    const upgrade = { event: 'upgrade', licenceKey: 'bigger', previousKey: licenceKey, tier: 2 };
    await licences.report({ ...upgrade, parentKey: null, reason: null, at: app.world.clock.now });
    expect(await renew()).toMatchObject({ partner_granted: 2, total_credits: 600 });
  });

  it('renewals fall on the days of the time zone of credits', async () => {
    await startAt('2026-11-01T06:00:00Z');
    // In the time zone of credits, this is the 11th.
    const user = await newUser('2026-10-10T18:30:00.000Z');
    await licences.give(user, 1);
    app.world.clock.now = Date.parse('2026-11-10T18:29:59Z');
    expect(await renew()).toMatchObject({ partner_granted: 0 });
    app.world.clock.now += 1000;
    expect(await renew()).toMatchObject({ partner_granted: 1 });
  });

  it.each([
    ['top-up first', () => topup(), () => renew()],
    ['renewal first', () => renew(), () => topup()],
  ])('renewals and the top-up of one month pay once: %s', async (_, first, second) => {
    await startAt('2026-11-21T06:00:00Z');
    const user = await newUser('2026-10-21T06:00:00.000Z');
    await licences.give(user, 2);
    expect(await first()).toMatchObject({ granted: 1, total_credits: 300 });
    expect(await second()).toMatchObject({ granted: 0, skipped: 1, total_credits: 0 });
    expect(await renew()).toMatchObject({ partner_granted: 0, partner_skipped: 1 });
    await expectLedgers(app, [user], [monthly(300)]);
  });

  it('renewals and the top-up at once pay once', async () => {
    await startAt('2026-11-21T06:00:00Z');
    const users = await makeUsers(app, 12, { createdAt: '2026-10-21T06:00:00.000Z' });
    await Promise.all(users.map((id) => licences.give(id, 1)));
    const reports = await Promise.all([topup(), renew(), topup(), renew()]);
    expect(reports.reduce((sum, { granted }) => sum + granted, 0)).toBe(12);
    await expectLedgers(app, users, [monthly(100)]);
  });

  it('renewals of one licence that fail leave the others paid; the next run repairs only those', async () => {
    await startAt('2026-11-21T06:00:00Z');
    const users = await makeUsers(app, 8, { createdAt: '2026-10-21T06:00:00.000Z' });
    await Promise.all(users.map((id) => licences.give(id, 1)));
    const [broken] = users as [number];
    const key = { pk: `CREDITS#${broken}`, sk: 'BALANCE' };
    await tableOf(app.world).put({ ...key, kind: 'credit_balance', userId: broken, balance: 0, seq: 'x' });
    expect(await renew()).toMatchObject({
      status: 'completed',
      partner_granted: 7,
      partner_failed: 1,
      failed_user_ids: [broken],
    });
    await tableOf(app.world).remove(key);
    app.world.clock.now += 86_400_000;
    expect(await renew()).toMatchObject({ partner_granted: 1, partner_skipped: 7, partner_failed: 0 });
    await expectLedgers(app, users, [monthly(100)]);
  });
});
