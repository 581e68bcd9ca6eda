// Slow: it fails every call in turn.
import { create, orderIds, orderRow, previewed, read, reconciled, sendAll, sentOrder } from '#test/api/reconciliation/scene.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const rows = [orderRow(1), orderRow(2), orderRow(3)];

async function scene(app: TestApp) {
  const owner = await newAdvertiser(app);
  await sendAll(app, owner, [sentOrder(1), sentOrder(9, '7.00')]);
  return { owner };
}
type Owner = Awaited<ReturnType<typeof scene>>['owner'];
const list = async (app: TestApp, { headers }: Owner) =>
  bodyOf(await app.reconciliation.listReconciliations({ query: {}, headers })).reconciliations;
async function workLater(app: TestApp) {
  app.world.clock.now += 300_000;
  await app.work('reconciliation');
}
async function expectSorted(app: TestApp, owner: Owner, id: string) {
  expect(await orderIds(app, owner, id, 'missing')).toEqual(['2', '3']);
  expect((await read(app, owner, id)).categories).toMatchObject({ missing: 2, unattributed: 1, ok: 0 });
}

describe('a crash at any call', () => {
  it('of creating a reconciliation, and a retry: there is one, and its worker completes it', async () => {
    await crashTest({
      alsoTries: ['two_faults', 'repeat_at_once'],
      prepare: scene,
      operation: (app, { owner }) => create(app, owner, rows),
      async check(app, { owner }, answer) {
        expect(answer.status).toBe(202);
        await workLater(app);
        const all = await list(app, owner);
        expect(all).toMatchObject([{ status: 'completed', orders: 3 }]);
        await expectSorted(app, owner, all[0]?.reconciliation_id ?? '');
      },
      async abandoned(app, { owner }) {
        await workLater(app);
        for (const { status, problems } of await list(app, owner))
          expect(problems.map(({ code }) => code)).toEqual(status === 'completed' ? [] : ['interrupted']);
      },
    });
  });

  it('of the worker of a reconciliation, and its message again: every order is in one category', async () => {
    await crashTest({
      alsoTries: ['two_faults'],
      async prepare(app) {
        const { owner } = await scene(app);
        const { reconciliation_id: id } = bodyOf(await create(app, owner, rows));
        return { owner, id };
      },
      operation: (app) => app.work('reconciliation'),
      check: (app, { owner, id }) => expectSorted(app, owner, id),
    });
  });

  const upload_id = 'upload_0123456789abcdefABCDEF';
  it('of the worker of an uploaded file, and its message again: its orders are read once', async () => {
    await crashTest({
      async prepare(app) {
        const { owner } = await scene(app);
        const file = Buffer.from(JSON.stringify({ rows }));
        app.world.objects.files.set(`uploads/${owner.id}/${upload_id}`, file);
        const { reconciliation_id: id } = bodyOf(await create(app, owner, undefined, { upload_id }));
        return { owner, id };
      },
      operation: (app) => app.work('reconciliation'),
      async check(app, { owner, id }) {
        await expectSorted(app, owner, id);
        expect([...app.world.objects.files.keys()]).not.toContain(`uploads/${owner.id}/${upload_id}`);
      },
    });
  });

  it.each(['closed', 'reopened'] as const)('of a month that is %s, and a retry: it is so once', async (state) => {
    const october = { params: { month: '2026-10' }, query: {} };
    const close = (app: TestApp, { headers }: Owner) => app.reconciliation.closeReconciliationMonth({ ...october, body: {}, headers });
    const reopen = (app: TestApp, { headers }: Owner) =>
      app.reconciliation.reopenReconciliationMonth({ ...october, body: { reason: 'late' }, headers });
    await crashTest({
      alsoTries: ['two_faults', 'repeat_at_once'],
      async prepare(app) {
        const { owner } = await scene(app);
        await reconciled(app, owner, [orderRow(7, '5.00', { occurred_at: '2026-10-20T10:00:00Z' })]);
        if (state === 'reopened') bodyOf(await close(app, owner));
        return { owner };
      },
      operation: (app, { owner }) => (state === 'closed' ? close(app, owner) : reopen(app, owner)),
      async check(app, { owner: { headers } }, answer) {
        expect(answer.status).toBe(200);
        await app.settle();
        const { months } = bodyOf(await app.reconciliation.listReconciliationMonths({ query: {}, headers }));
        expect(months).toMatchObject([{ month: '2026-10', state }]);
        const query = { type: `month_${state}` as const };
        expect(bodyOf(await app.activity.listActivity({ query, headers })).entries).toHaveLength(1);
      },
    });
  });

  async function ready(app: TestApp) {
    const { owner } = await scene(app);
    const { reconciliation_id: id } = await reconciled(app, owner, rows);
    const { preview_id } = bodyOf(await previewed(app, owner, id, 'send_missing'));
    return { owner, id, preview_id };
  }
  type Ready = Awaited<ReturnType<typeof ready>>;
  const send = (app: TestApp, { owner, id, preview_id }: Ready) =>
    app.reconciliation.sendMissingOrders({
      params: { id },
      query: {},
      body: { preview_id },
      headers: owner.headers,
    });
  async function expectSent(app: TestApp, { owner, id }: Ready) {
    await app.settle();
    expect((await read(app, owner, id)).repairs).toMatchObject([
      { repair: 'send_missing', status: 'completed', changes: 2, skipped: 0, values: [{ value: '40.00' }] },
    ]);
    const log = bodyOf(await app.events.listEvents({ query: { limit: 100 }, headers: owner.headers }));
    expect(log.events.map(({ event_id, outcome }) => `${event_id} ${outcome}`).sort()).toEqual(
      [1, 2, 3, 9].map((order) => `order_created:${order} unmatched`),
    );
  }

  it('of ordering send-missing, and a retry: it runs once', async () => {
    await crashTest({
      alsoTries: ['two_faults', 'repeat_at_once'],
      prepare: ready,
      operation: send,
      async check(app, context, answer) {
        expect(answer.status).toBe(202);
        await workLater(app);
        await expectSent(app, context);
      },
    });
  });

  it('of the worker of send-missing, and its message again: nothing is sent twice', async () => {
    await crashTest({
      alsoTries: ['two_faults'],
      async prepare(app) {
        const context = await ready(app);
        await send(app, context);
        return context;
      },
      operation: (app) => app.work('reconciliation'),
      check: expectSent,
    });
  });

  async function adjustable(app: TestApp) {
    const owner = await newAdvertiser(app);
    await sendAll(app, owner, [sentOrder(1, '15.00')]);
    const { reconciliation_id: id } = await reconciled(app, owner, [orderRow(1)]);
    const { preview_id } = bodyOf(await previewed(app, owner, id, 'adjust_values'));
    const of = { params: { id }, query: {}, headers: owner.headers };
    await app.reconciliation.adjustOrderValues({ ...of, body: { preview_id } });
    return { owner, id, of };
  }
  const netValue = async (app: TestApp, { headers }: Owner) => {
    const params = { event_id: 'order_created:1' };
    const receipt = await app.events.readConversion({ params, query: {}, headers });
    return (bodyOf(receipt) as { net_value?: string }).net_value;
  };

  it('of the worker of adjust-values, and its message again: each event is adjusted once', async () => {
    await crashTest({
      alsoTries: ['two_faults'],
      prepare: adjustable,
      operation: (app) => app.work('reconciliation'),
      async check(app, { owner, id }) {
        expect((await read(app, owner, id)).repairs).toMatchObject([
          { status: 'completed', changes: 1, skipped: 0, values: [{ value: '5.00' }] },
        ]);
        expect(await netValue(app, owner)).toBe('20.00');
      },
    });
  });

  it('of undoing adjust-values and of its worker, and a retry: the net value is the gross value', async () => {
    await crashTest({
      async prepare(app) {
        const context = await adjustable(app);
        await app.work('reconciliation');
        return context;
      },
      async operation(app, { of }) {
        const answer = await app.reconciliation.undoRepair({ ...of, body: { repair: 'adjust_values' } });
        if (answer.status < 500) await app.work('reconciliation');
        return answer;
      },
      async check(app, { owner, id }, answer) {
        expect(answer.status).toBe(202);
        await workLater(app);
        expect((await read(app, owner, id)).repairs).toMatchObject([{ status: 'undone' }]);
        expect((await netValue(app, owner)) ?? '15.00').toBe('15.00');
      },
    });
  });

  it('of changing the rules, and a retry: they are stored', async () => {
    const body = {
      excluded_statuses: ['draft'],
      excluded_channels: ['pos'],
      exclude_tests: false,
      coverage_bound: 0.5,
    };
    await crashTest({
      prepare: async (app) => ({ owner: await newAdvertiser(app) }),
      operation: (app, { owner }) => app.reconciliation.changeReconciliationRules({ body, headers: owner.headers }),
      async check(app, { owner }, answer) {
        expect(answer).toMatchObject({ status: 200, body });
        const { headers } = owner;
        expect(await app.reconciliation.readReconciliationRules({ headers })).toMatchObject({ body });
      },
    });
  });
});
