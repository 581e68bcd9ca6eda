import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';
import { create, orderIds, orderRow, previewed, read, reconciled, sendAll, sentOrder } from './scene.ts';

it('a reconciliation of 1,000 orders gives the lists of the worked example, and send-missing repairs them', async () => {
  const app = await startApp(await newWorld());
  const owner = await newAdvertiser(app);
  const svc_click_id = await owner.click();
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => 1000 + from + at);
  const [missing, doubled, other, currency] = [range(0, 37), range(37, 49), range(49, 54), range(54, 56)];
  const less = ['18.50', '10.00', '10.00', '10.00', '10.00'];
  const events = range(37, 1000).flatMap((id) => {
    const event = { svc_click_id };
    if (doubled.includes(id)) {
      const purchase = { event_type: 'purchase_completed', event_id: `purchase_completed:${id}` };
      return [sentOrder(id, '20.00', event), sentOrder(id, '20.00', { ...event, ...purchase })];
    }
    if (other.includes(id)) return [sentOrder(id, less[other.indexOf(id)], event)];
    return [sentOrder(id, '20.00', { ...event, ...(currency.includes(id) && { currency: 'EUR' }) })];
  });
  await sendAll(app, owner, events);

  const rows = range(0, 1000).map((id) => orderRow(id));
  const done = await reconciled(app, owner, rows);
  const id = done.reconciliation_id;
  expect(done).toMatchObject({
    status: 'completed',
    orders: 1000,
    excluded: 0,
    arrived: 963,
    coverage: 0.963,
    categories: { missing: 37, doubled: 12, value_differs: 5, currency_differs: 2, ok: 944, extra: 0 },
    progress: { stage: 'done', percent: 100 },
  });
  const lists = await Promise.all(
    (['missing', 'doubled', 'value_differs', 'currency_differs'] as const).map((category) => orderIds(app, owner, id, category)),
  );
  expect(lists).toEqual([missing, doubled, other, currency].map((ids) => ids.map(String)));
  const differs = done.by_category.find(({ category }) => category === 'value_differs');
  expect(differs?.values).toMatchObject([{ currency: 'USD', difference: '41.50' }]);
  // The total is 1,000 orders of 20.00, less 37 missing, 41.50, and 2 in euros; plus 12 doubles.
  expect(done.values).toMatchObject([
    { currency: 'EUR', shop_value: '0.00', adtrail_value: '40.00', difference: '-40.00' },
    { currency: 'USD', shop_value: '20000.00', adtrail_value: '19418.50', difference: '581.50' },
  ]);

  const totals = async () => {
    const query = { group_by: 'event_type' };
    const report = await app.reports.reportConversions({ query, headers: owner.headers });
    return bodyOf(report).rows.map(({ event_type, currency: code, count, value }) => [event_type, code, count, value].join(' '));
  };
  const before = await totals();
  const preview = bodyOf(await previewed(app, owner, id, 'send_missing'));
  expect(preview).toMatchObject({ changes: 37, attributed: 0, unattributed: 37, undoable: true });
  const body = { preview_id: preview.preview_id };
  const answer = await app.reconciliation.sendMissingOrders({
    params: { id },
    query: {},
    body,
    headers: owner.headers,
  });
  expect(answer).toMatchObject({ status: 202, body: { repairs: [{ status: 'running' }] } });
  await app.work('reconciliation');
  await app.settle();
  expect((await read(app, owner, id)).repairs).toMatchObject([
    { status: 'completed', changes: 37, attributed: 0, values: [{ currency: 'USD', value: '740.00' }] },
  ]);
  expect(await totals()).toEqual(before);

  app.world.clock.now += 60_000;
  const again = bodyOf(await create(app, owner, rows));
  expect(again.reconciliation_id).not.toBe(id);
  await app.work('reconciliation');
  expect(await read(app, owner, again.reconciliation_id)).toMatchObject({
    coverage: 1,
    arrived: 1000,
    categories: { missing: 0, doubled: 12, value_differs: 5, currency_differs: 2, unattributed: 37, ok: 944 },
  });
});
