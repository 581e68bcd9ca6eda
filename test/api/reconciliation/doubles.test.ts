import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';
import { orderRow, previewed, reconciled, sendAll, sentOrder } from './scene.ts';

it('a sale that arrived under two IDs of one type is doubled, and void-doubles keeps the one of the template', async () => {
  const app = await startApp(await newWorld());
  const owner = await newAdvertiser(app);
  const svc_click_id = await owner.click();
  const properties = { order_number: '#1001' };
  await sendAll(app, owner, [
    sentOrder(1001, '55.00', { svc_click_id, properties }),
    sentOrder('5159806763157', '55.00', { svc_click_id, properties }),
    sentOrder(1002, '55.00', { svc_click_id, properties: { order_number: '#1002' } }),
  ]);
  const done = await reconciled(app, owner, [orderRow(1001, '55.00'), orderRow(1002, '55.00')]);
  expect(done).toMatchObject({ categories: { doubled: 1, ok: 1, extra: 0 } });
  const id = done.reconciliation_id;
  const list = { params: { id }, query: { category: 'doubled' as const }, headers: owner.headers };
  expect(bodyOf(await app.reconciliation.listReconciliationRows(list)).rows).toMatchObject([
    { event: { event_id: 'order_created:1001' }, doubles: [{ event_id: 'order_created:5159806763157' }] },
  ]);
  expect(bodyOf(await previewed(app, owner, id, 'void_doubles'))).toMatchObject({
    changes: 1,
    values: [{ value: '-55.00' }],
  });
});
