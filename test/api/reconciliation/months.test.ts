import { cellDepsOver } from '#shared/cells/cell-deps.ts';
import { closeMonth } from '#shared/reconciliation/close-month.ts';
import { reconciledMonthsIn } from '#shared/reconciliation/store/months.ts';
import { reconciliationPartsIn } from '#shared/reconciliation/store/parts.ts';
import { reconciliationsIn } from '#shared/reconciliation/store/reconciliations.ts';
import { streamScaleIn } from '#shared/reports/store/stream-scale.ts';
import { tableAt } from '#shared/store/table.ts';
import { interleaved } from '#test/faults/interleaved.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser, newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';
import { orderRow, reconciled, sendAll, sentOrder } from './scene.ts';

type Owner = Awaited<ReturnType<typeof newAdvertiser>>;
const month = '2026-10';
const october = { occurred_at: '2026-10-20T10:00:00Z' };

/** Orders 1 and 2 arrived in October, order 3 did not, and it is the 2nd of November. */
async function scene() {
  const app = await startApp(await newWorld(Date.parse('2026-10-20T09:00:00Z')));
  const owner = await newAdvertiser(app);
  const svc_click_id = await owner.click('svc_campaign=spring');
  app.world.clock.now = Date.parse('2026-10-20T12:00:00Z');
  const order = (id: number, value: string) => sentOrder(id, value, { ...october, svc_click_id });
  await sendAll(app, owner, [order(1, '20.00'), order(2, '30.00')]);
  app.world.clock.now = Date.parse('2026-11-02T09:00:00Z');
  return { app, owner: { ...owner, headers: await app.signIn(owner.id) }, order };
}
const rows = [orderRow(1, '20.00', october), orderRow(2, '30.00', october), orderRow(3, '7.00', october)];

const close = (app: TestApp, { headers }: Pick<Owner, 'headers'>, of = month, body: { reason?: string } = {}) =>
  app.reconciliation.closeReconciliationMonth({ params: { month: of }, query: {}, body, headers });
const reopen = (app: TestApp, { headers }: Pick<Owner, 'headers'>, reason: string) =>
  app.reconciliation.reopenReconciliationMonth({ params: { month }, query: {}, body: { reason }, headers });
const months = async (app: TestApp, { headers }: Pick<Owner, 'headers'>, query: object = {}) =>
  bodyOf(await app.reconciliation.listReconciliationMonths({ query, headers })).months;
const activityOf = async (app: TestApp, { headers }: Owner) => {
  await app.settle();
  const { entries } = bodyOf(await app.activity.listActivity({ query: { limit: 100 }, headers }));
  return entries.map(({ type }) => type).filter((type) => type.startsWith('month_'));
};

describe('a closed month', () => {
  it('has a stamp with its comparison, and every later change is accepted and named with its amount', async () => {
    const { app, owner, order } = await scene();
    await reconciled(app, owner, rows, { from: '2026-10-01', to: '2026-10-31' });
    expect(await months(app, owner)).toMatchObject([
      { month, state: 'open', comparison: { differences: 1 }, totals: null, changed_since: null },
    ]);
    const stamp = bodyOf(await close(app, owner, month, { reason: 'Checked by me' }));
    const amounts = { currency: 'USD', conversions: 2, value: '50.00', net_value: '50.00', spend: '0.00' };
    expect(stamp).toMatchObject({
      state: 'closed',
      reason: 'Checked by me',
      closed_by: { kind: 'user', id: String(owner.id) },
      comparison: { days_compared: 31, days: 31, orders: 3, arrived: 2, coverage: 0.6667, differences: 1 },
      later_comparison: null,
      totals: [amounts],
      changed_since: [],
    });
    expect(stamp.comparison?.values).toMatchObject([{ shop_value: '57.00', adtrail_value: '50.00' }]);
    expect(bodyOf(await close(app, owner))).toEqual(stamp);

    const refund = { net_value: '15.00', reason: 'refund' as const };
    const params = { event_id: 'order_created:1' };
    await app.adjustments.adjustEvent({ params, query: {}, body: refund, headers: owner.headers });
    await sendAll(app, owner, [order(3, '7.00')]);
    const spend = { day: '2026-10-20', campaign: 'spring', spend: '9.50' };
    bodyOf(
      await app.spend.createSpendImport({
        body: { network: 'meta', currency: 'USD', rows: [spend] },
        query: {},
        headers: owner.headers,
      } as never),
    );
    const [changed] = await months(app, owner);
    expect(changed).toMatchObject({ state: 'closed', totals: [amounts] });
    expect(changed?.changed_since).toEqual([{ currency: 'USD', conversions: 1, value: '7.00', net_value: '2.00', spend: '9.50' }]);
    app.world.clock.now += 60_000;
    await reconciled(app, owner, rows, { from: '2026-10-01', to: '2026-10-31' });
    const [compared] = await months(app, owner);
    expect(compared?.comparison?.differences).toBe(1);
    expect(compared?.later_comparison).toMatchObject({ differences: 0, arrived: 3, coverage: 1 });
  });

  it('is reopened with a reason, and closed anew with what stands then', async () => {
    const { app, owner, order } = await scene();
    await reconciled(app, owner, rows);
    bodyOf(await close(app, owner));
    expect((await reopen(app, owner, '')).status).toBe(422);
    const reopened = bodyOf(await reopen(app, owner, 'Order 3 of ada@shop.example was late'));
    expect(reopened).toMatchObject({ state: 'reopened', totals: null, changed_since: null });
    expect(reopened.reopen_reason).not.toContain('ada@shop.example');
    expect(bodyOf(await reopen(app, owner, 'again'))).toEqual(reopened);
    await sendAll(app, owner, [order(3, '7.00')]);
    app.world.clock.now += 60_000;
    await reconciled(app, owner, rows);
    const closed = bodyOf(await close(app, owner));
    expect(closed).toMatchObject({
      state: 'closed',
      changed_since: [],
      reopen_reason: reopened.reopen_reason,
      comparison: { orders: 3, arrived: 3, differences: 0, from: '2026-10-20', days_compared: 1 },
      totals: [{ conversions: 3, value: '57.00' }],
    });
    expect((await activityOf(app, owner)).toSorted()).toEqual(['month_closed', 'month_closed', 'month_reopened']);
  });

  it('of a file of two months has the orders, the differences and the days of its own', async () => {
    const { app, owner } = await scene();
    const november = { occurred_at: '2026-11-01T10:00:00Z' };
    const more = [orderRow(8, '1.00', november), orderRow(9, '2.00', november)];
    await reconciled(app, owner, [...rows, ...more], { from: '2026-10-15', to: '2026-11-01' });
    expect(await months(app, owner)).toMatchObject([
      { month: '2026-11', comparison: { orders: 2, arrived: 0, differences: 2, days_compared: 1, days: 30 } },
      { month, comparison: { orders: 3, arrived: 2, differences: 1, days_compared: 17, days: 31 } },
    ]);
    expect(await close(app, owner, '2026-11')).toMatchObject({
      status: 409,
      body: { code: 'month_not_over' },
    });
    expect(bodyOf(await close(app, owner)).comparison).toMatchObject({ orders: 3, differences: 1 });
    const first = await app.reconciliation.listReconciliationMonths({
      query: { limit: 1 },
      headers: owner.headers,
    });
    const { next_cursor } = bodyOf(first);
    expect(await months(app, owner, { limit: 1, cursor: next_cursor })).toMatchObject([{ month }]);
  });

  it('needs a comparison, is of its account and environment, and is never of a later month', async () => {
    const { app, owner } = await scene();
    const refusal = (code: string) => ({ status: 409, body: { code } });
    expect(await close(app, owner)).toMatchObject(refusal('month_not_compared'));
    expect(await reopen(app, owner, 'x')).toMatchObject(refusal('month_not_closed'));
    for (const wrong of ['2026-13', '2026-1', '26-10']) expect([wrong, (await close(app, owner, wrong)).status]).toEqual([wrong, 422]);
    await reconciled(app, owner, rows);
    bodyOf(await close(app, owner));
    const other = await newUser(app);
    expect(await months(app, other)).toEqual([]);
    expect(await close(app, other)).toMatchObject(refusal('month_not_compared'));
    expect(await months(app, owner, { environment: 'test' })).toEqual([]);
  });
});

it('two persons who close or reopen a month at once get the same stamp, and it is logged once', async () => {
  const { app, owner } = await scene();
  await reconciled(app, owner, rows);
  const acts = {
    closed: (by: TestApp, reason: string) => close(by, owner, month, { reason }),
    reopened: (by: TestApp, reason: string) => reopen(by, owner, reason),
  };
  let logged = 0;
  for (let at = 1, isReached = true; isReached; at++)
    for (const state of ['closed', 'reopened'] as const) {
      const answers: unknown[] = [];
      const run = (reason: string) => async (by: TestApp) => void answers.push(bodyOf(await acts[state](by, reason)));
      const isHeld = await interleaved(app.world, { at, alone: false }, run('one'), run('two'));
      isReached = isHeld || (isReached && state === 'reopened');
      expect(answers[0]).toMatchObject({ state });
      expect(answers[1]).toEqual(answers[0]);
      logged++;
      expect([at, state, (await activityOf(app, owner)).length]).toEqual([at, state, logged]);
    }
  expect(logged).toBeGreaterThan(10);
});

it('two persons who close a month for the first time get the same stamp, and it is logged once', async () => {
  const app = await startApp(await newWorld());
  let places = 0;
  for (let at = 1, isReached = true; isReached; at++) {
    const owner = await newAdvertiser(app);
    await reconciled(app, owner, rows);
    const answers: unknown[] = [];
    const run = (reason: string) => async (by: TestApp) => void answers.push(bodyOf(await close(by, owner, month, { reason })));
    isReached = await interleaved(app.world, { at, alone: false }, run('one'), run('two'));
    expect([at, answers[1]]).toEqual([at, answers[0]]);
    expect([at, await activityOf(app, owner)]).toEqual([at, ['month_closed']]);
    places++;
  }
  expect(places).toBeGreaterThan(3);
});

it('what changed since a month was closed is said for each currency', async () => {
  const { app, owner, order } = await scene();
  await reconciled(app, owner, rows);
  bodyOf(await close(app, owner));
  await sendAll(app, owner, [order(3, '7.00'), { ...order(4, '9.00'), currency: 'EUR' }]);
  const refund = { net_value: '15.00', reason: 'refund' as const };
  const params = { event_id: 'order_created:1' };
  await app.adjustments.adjustEvent({ params, query: {}, body: refund, headers: owner.headers });
  await app.settle();
  const [changed] = await months(app, owner);
  expect(changed?.changed_since).toEqual([
    { currency: 'EUR', conversions: 1, value: '9.00', net_value: '9.00', spend: '0.00' },
    { currency: 'USD', conversions: 1, value: '7.00', net_value: '2.00', spend: '0.00' },
  ]);
});

/** The spend of the month has this many rows. */
function closingDeps({ world }: TestApp, spendRows: number) {
  const table = tableAt(`${world.prefix}attribution`, testDynamo());
  const now = () => world.clock.now;
  const day = { currency: 'USD', rows: Array.from({ length: spendRows }, () => null) };
  return {
    ...cellDepsOver(table, { now, scale: streamScaleIn(table, { now }) }),
    now,
    reconciliations: reconciliationsIn(table, { now }),
    parts: reconciliationPartsIn(table),
    months: reconciledMonthsIn(table),
    spendDays: {
      async *between() {
        yield day as never;
      },
    },
  };
}

it('a month with more figures than a request can read is closed without totals', async () => {
  const { app, owner } = await scene();
  const { reconciliation_id } = await reconciled(app, owner, rows);
  const of = { accountId: owner.id, environment: 'live' as const, month };
  const closed = await closeMonth(of, null, closingDeps(app, 300_001));
  expect(closed.closed).toMatchObject({
    comparison: { reconciliationId: reconciliation_id, differences: 1 },
    totals: null,
  });
  expect(await months(app, owner)).toMatchObject([{ state: 'closed', totals: null, changed_since: null }]);
});

it('a month whose differences are too many to count is logged without their number', async () => {
  const { app, owner } = await scene();
  const later = orderRow(8, '1.00', { occurred_at: '2026-11-01T10:00:00Z' });
  await reconciled(app, owner, [...rows, later], { from: '2026-10-15', to: '2026-11-01' });
  const deps = closingDeps(app, 0);
  const page: typeof deps.reconciliations.page = async (...of) => {
    const { reconciliations, next } = await deps.reconciliations.page(...of);
    const withMissing = reconciliations.map((one) => ({
      ...one,
      counts: { ...one.counts, missing: 20_001 },
    }));
    return { reconciliations: withMissing, next };
  };
  const of = { accountId: owner.id, environment: 'live' as const, month };
  const manyDeps = { ...deps, reconciliations: { ...deps.reconciliations, page } };
  expect((await closeMonth(of, null, manyDeps)).closed.comparison.differences).toBe(null);
  await app.settle();
  const { entries } = bodyOf(await app.activity.listActivity({ query: {}, headers: owner.headers }));
  const logged = entries.find(({ type }) => type === 'month_closed');
  expect(Object.keys(logged?.details ?? {}).sort()).toEqual(['environment', 'month', 'reconciliation_id']);
});
