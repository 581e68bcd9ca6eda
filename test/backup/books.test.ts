import { gunzipSync } from 'node:zlib';
import { restoreBackup } from '#lib/ops/restore/restore-backup.ts';
import { dayMs } from '#test/api/events/scene.ts';
import { orderRow, reconciled, sendAll, sentOrder } from '#test/api/reconciliation/scene.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { around, backUp, emptyWorld, everything, operator, sourceIn, targetOf } from './scene.ts';

type Owner = Awaited<ReturnType<typeof newAdvertiser>>;
type Headers = Owner['headers'];

const rules = {
  excluded_statuses: ['pending'],
  excluded_channels: ['pos'],
  exclude_tests: false,
  coverage_bound: 0.5,
};
const rows = [orderRow(1), orderRow(2, 25), orderRow(3), orderRow(4, 9, { external_user_id: 'u7' })];

async function books() {
  const world = await newWorld();
  const app = await startApp(world);
  const owner = await newAdvertiser(app);
  const { headers } = owner;
  const svc_click_id = await owner.click('svc_campaign=spring');
  await sendAll(app, owner, [
    sentOrder(1, 30, { svc_click_id }),
    sentOrder(2, 20, { svc_click_id }),
    sentOrder(3, 20, { svc_click_id }),
    sentOrder(3, 20, { svc_click_id, event_type: 'purchase_completed', event_id: 'purchase_completed:3' }),
  ]);
  for (const id of [1, 5]) await refund(app, headers, id, 20);
  bodyOf(await app.reconciliation.changeReconciliationRules({ body: rules, headers }));
  const { reconciliation_id: id } = await reconciled(app, owner, rows);
  await repair(app, headers, id, 'adjust_values');
  await reconciled(app, owner, [orderRow(9, 5, { occurred_at: '2026-10-20T10:00:00Z' })]);
  const october = { params: { month: '2026-10' }, query: {}, headers };
  bodyOf(await app.reconciliation.closeReconciliationMonth({ ...october, body: { reason: 'checked' } }));
  return { world, app, owner, id, svc_click_id };
}
const refund = async (app: TestApp, headers: Headers, id: number, net_value: number) => {
  const body = { net_value, reason: 'refund' as const, effective_at: '2026-11-20T11:00:00Z', note: 'shoes' };
  const params = { event_id: `order_created:${id}` };
  bodyOf(await app.adjustments.adjustEvent({ params, query: {}, body, headers }));
  await app.settle();
};
async function repair(app: TestApp, headers: Headers, id: string, name: 'adjust_values' | 'void_doubles') {
  const given = { params: { id }, query: {}, headers };
  const { preview_id } = bodyOf(await app.reconciliation.previewRepair({ ...given, body: { repair: name } }));
  const operation = name === 'void_doubles' ? 'voidDoubles' : 'adjustOrderValues';
  bodyOf(await app.reconciliation[operation]({ ...given, body: { preview_id } }));
  await app.work('reconciliation');
  await app.settle();
}
async function undo(app: TestApp, headers: Headers, id: string) {
  const body = { repair: 'adjust_values' as const };
  bodyOf(await app.reconciliation.undoRepair({ params: { id }, query: {}, body, headers }));
  await app.work('reconciliation');
  await app.settle();
}

async function answersOf(app: TestApp, headers: Headers, id: string) {
  const params = { id };
  const categories = ['missing', 'doubled', 'value_differs', 'ok'] as const;
  const lists = categories.map(async (category) =>
    bodyOf(await app.reconciliation.listReconciliationRows({ params, query: { category }, headers })),
  );
  const events = [1, 2, 3, 5].map(async (number) =>
    bodyOf(
      await app.adjustments.listAdjustments({
        params: { event_id: `order_created:${number}` },
        query: {},
        headers,
      }),
    ),
  );
  return {
    figures: bodyOf(await app.reconciliation.readReconciliation({ params, query: {}, headers })),
    rules: bodyOf(await app.reconciliation.readReconciliationRules({ headers })),
    months: bodyOf(await app.reconciliation.listReconciliationMonths({ query: {}, headers })).months,
    lists: await Promise.all(lists),
    events: await Promise.all(events),
    net: await netOf(app, headers),
  };
}
async function netOf(app: TestApp, headers: Headers) {
  const query = { from: '2026-11-19', to: '2026-11-21', group_by: 'campaign' };
  const { totals } = bodyOf(await app.reports.reportPerformance({ query: query as never, headers }));
  return totals.map(({ value, net_value, adjusted, voided }) => ({ value, net_value, adjusted, voided }));
}

it('a restore brings adjustments, those that wait, reconciliations, closed months and rules back, and repairs go on there', async () => {
  const { world, app, owner, id, svc_click_id } = await books();
  const answers = await answersOf(app, owner.headers, id);
  expect(answers.net).toEqual([{ value: '70.00', net_value: '65.00', adjusted: 2, voided: 0 }]);
  const before = await everything(world);
  const backup = await backUp(app);
  const fresh = await emptyWorld(world);
  await restoreBackup(sourceIn(world, backup), targetOf(fresh), around);
  expect(await everything(fresh)).toEqual(before);
  const restored = await startApp(fresh);
  await restored.settle();
  const headers = await restored.signIn(owner.id);
  expect(await answersOf(restored, headers, id)).toEqual(answers);
  await undo(restored, headers, id);
  await repair(restored, headers, id, 'void_doubles');
  await sendAll(restored, owner, [sentOrder(5, 50, { svc_click_id })]);
  expect(await netOf(restored, headers)).toEqual([{ value: '120.00', net_value: '80.00', adjusted: 2, voided: 0 }]);
  const double = { params: { event_id: 'purchase_completed:3' }, query: {}, headers };
  expect(bodyOf(await restored.adjustments.listAdjustments(double))).toMatchObject({
    net_value: '0.00',
  });
});

it('a recount keeps net beside gross, also of the adjustments of a repair', async () => {
  const { app, owner } = await books();
  const before = await netOf(app, owner.headers);
  const body = { user_id: owner.id, from: '2026-11-19', to: '2026-11-21' };
  expect((await app.operators.recount({ body, headers: operator })).status).toBe(202);
  await app.work('recount');
  await app.settle();
  expect(await netOf(app, owner.headers)).toEqual(before);
});

it('an export has the reconciliations with their repairs, the rules, and each event with its net value', async () => {
  const { world, app, owner, id } = await books();
  bodyOf(await app.privacy.exportAccount({ headers: owner.headers }));
  await app.work('export');
  const [[, file = Buffer.alloc(0)] = []] = [...world.objects.files].filter(([name]) => name.startsWith('exports/'));
  const lines = gunzipSync(file)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const of = (record: string) => lines.filter((line) => line.record === record);
  expect(of('reconciliation_live').filter((line) => line.id === id)).toMatchObject([
    { orders: 4, repairs: { adjust_values: { status: 'completed' } } },
  ]);
  expect(of('reconciliation_month_live')).toMatchObject([
    { month: '2026-10', state: 'closed', closed: { reason: 'checked', comparison: { differences: 1 } } },
  ]);
  expect(of('reconciliation_rules')).toMatchObject([{ excludedChannels: ['pos'], coverageBound: 0.5 }]);
  expect(JSON.stringify(lines.filter(({ event_id }) => event_id === 'order_created:1'))).toContain('20.00');
});

it('a prune leaves no row of adjustments whose days the log no longer has, and the net stays', async () => {
  const { world, app, owner } = await books();
  const before = await netOf(app, owner.headers);
  world.clock.now += 95 * dayMs;
  expect((await app.operators.pruneOldRows({ headers: operator })).status).toBe(202);
  await app.work('prune');
  const live = (await allItems(world, 'attribution')).filter(({ ttl }) => ttl === undefined || Number(ttl) * 1000 > world.clock.now);
  const kinds = new Set(live.map(({ kind }) => String(kind)));
  for (const kind of ['adjusted_row', 'pending_adjustments', 'reconciliation', 'reconciliation_part'])
    expect([kind, kinds.has(kind)]).toEqual([kind, false]);
  expect(kinds).toContain('reconciliation_rules');
  expect(kinds).toContain('reconciliation_month');
  const headers = await app.signIn(owner.id);
  expect(await netOf(app, headers)).toEqual(before);
});
