import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { at, orderIds, previewed, read, sendAll, sendFile, sentOrder } from './scene.ts';

let app: TestApp;
let owner: Awaited<ReturnType<typeof newAdvertiser>>;
let svc_click_id: string;
beforeEach(async () => {
  app = await startApp(await newWorld());
  owner = await newAdvertiser(app);
  svc_click_id = await owner.click();
});
const eur = { currency: 'EUR' };

async function reconcile(file: string, query: Record<string, string> = {}) {
  app.world.clock.now += 60_000;
  const sent = await sendFile(app, owner.headers, file, { time_zone: 'UTC', ...query });
  expect(sent).toMatchObject({ status: 202 });
  await app.work('reconciliation');
  return await read(app, owner, String(sent.body.reconciliation_id));
}
const rowsOf = async (id: string, category: 'refund_differs' | 'cancelled_here_counted' | 'unclear_status' | 'missing') =>
  bodyOf(
    await app.reconciliation.listReconciliationRows({
      params: { id },
      query: { category },
      headers: owner.headers,
    }),
  ).rows;
async function repair(id: string, name: 'send_missing' | 'adjust_values') {
  const { preview_id } = bodyOf(await previewed(app, owner, id, name));
  const of = { params: { id }, query: {}, body: { preview_id }, headers: owner.headers };
  if (name === 'send_missing') bodyOf(await app.reconciliation.sendMissingOrders(of));
  else bodyOf(await app.reconciliation.adjustOrderValues(of));
  await app.work('reconciliation');
  await app.settle();
}
async function undo(id: string, name: 'send_missing' | 'adjust_values') {
  const of = { params: { id }, query: {}, body: { repair: name }, headers: owner.headers };
  bodyOf(await app.reconciliation.undoRepair(of));
  await app.work('reconciliation');
  await app.settle();
}
const eventOf = async (event_id: string) =>
  bodyOf(await app.events.readConversion({ params: { event_id }, query: {}, headers: owner.headers })) as {
    net_value?: string;
    value: string;
    adjustments?: { net_value: string; note?: string }[];
  };

describe('refunds that only the shop knows', () => {
  const shopify = (rows: string) => `Name,Financial Status,Currency,Total,Created at,Refunded Amount,Cancelled at,Id\n${rows}`;
  const file = shopify(
    `#1,partially_refunded,EUR,55.00,${at},20.00,,1\n#2,refunded,EUR,55.00,${at},55.00,,2\n` +
      `#3,paid,EUR,55.00,${at},0.00,,3\n#4,voided,EUR,109.00,${at},0.00,${at},4\n`,
  );

  it('are a category with its repair, and so are orders that are cancelled there and counted here', async () => {
    await sendAll(app, owner, [
      ...[1, 2, 3].map((id) => sentOrder(id, '55.00', { ...eur, svc_click_id })),
      sentOrder(4, '109.00', { ...eur, svc_click_id }),
    ]);
    const done = await reconcile(file);
    const id = done.reconciliation_id;
    expect(done.categories).toMatchObject({ refund_differs: 2, cancelled_here_counted: 1, ok: 1 });
    expect(done.values).toMatchObject([{ shop_value: '90.00', adtrail_value: '274.00', difference: '-184.00' }]);
    expect(await rowsOf(id, 'refund_differs')).toMatchObject([
      {
        order_id: '1',
        difference_is: 'refund',
        difference: '-20.00',
        refunded: '20.00',
        kept_value: '35.00',
      },
      { order_id: '2', difference_is: 'refund', difference: '-55.00', kept_value: '0.00' },
    ]);
    expect(await rowsOf(id, 'cancelled_here_counted')).toMatchObject([
      { order_id: '4', reason: 'status', difference: '-109.00', kept_value: '0.00' },
    ]);
    expect(bodyOf(await previewed(app, owner, id, 'adjust_values'))).toMatchObject({
      changes: 3,
      values: [{ currency: 'EUR', value: '-184.00' }],
      statuses: [
        {
          status: 'partially_refunded',
          orders: 1,
          values: [{ value: '55.00' }],
          oldest: '2026-11-20T10:00:00.000Z',
        },
        { status: 'refunded', orders: 1 },
        { status: 'voided', orders: 1, values: [{ currency: 'EUR', value: '109.00' }] },
      ],
    });
    await repair(id, 'adjust_values');
    const nets = await Promise.all([1, 2, 3, 4].map((order) => eventOf(`order_created:${order}`)));
    expect(nets.map(({ net_value, value }) => net_value ?? value)).toEqual(['35.00', '0.00', '55.00', '0.00']);
    expect((await reconcile(file)).categories).toMatchObject({ ok: 3, excluded: 1, refund_differs: 0 });
  });

  it('are sent with the orders that are missing, and undone with them', async () => {
    const done = await reconcile(file);
    const id = done.reconciliation_id;
    expect(done.categories).toMatchObject({ missing: 3, excluded: 1 });
    expect(bodyOf(await previewed(app, owner, id, 'send_missing'))).toMatchObject({
      changes: 3,
      values: [{ value: '90.00' }],
      undoable: true,
      statuses: [{ status: 'partially_refunded' }, { status: 'refunded' }, { status: 'paid', orders: 1 }],
    });
    const net = async () => {
      const events = await Promise.all([1, 2, 3].map((order) => eventOf(`order_created:${order}`)));
      return events.map(({ net_value, value }) => `${value} ${net_value ?? value}`);
    };
    await repair(id, 'send_missing');
    expect(await net()).toEqual(['55.00 35.00', '55.00 0.00', '55.00 55.00']);
    app.world.clock.now += 60_000;
    await undo(id, 'send_missing');
    expect(await net()).toEqual(['55.00 0.00', '55.00 0.00', '55.00 0.00']);
    expect((await eventOf('order_created:1')).adjustments?.[0]).toMatchObject({
      net_value: '0.00',
      note: `Undone: reconciliation ${id}`,
    });
    expect((await read(app, owner, id)).repairs).toMatchObject([{ repair: 'send_missing', status: 'undone' }]);
    app.world.clock.now += 60_000;
    await repair(id, 'send_missing');
    expect(await net()).toEqual(['55.00 35.00', '55.00 0.00', '55.00 55.00']);
  });

  it('a negative row is the refund of its order, and that of no order of the file is skipped', async () => {
    await sendAll(
      app,
      owner,
      [1, 2].map((id) => sentOrder(id, '40.00', { ...eur, svc_click_id })),
    );
    const done = await reconcile(
      'Date,Order #,N. Revenue,Status\n' +
        `${at},1,40.00,Completed\n${at},1,-15.00,Refunded\n${at},1,-5.00,Refunded\n` +
        `${at},2,40.00,Completed\n${at},99,-7.00,Refunded\n`,
      { currency: 'EUR' },
    );
    expect(done).toMatchObject({
      format: 'woocommerce',
      orders: 2,
      categories: { refund_differs: 1, ok: 1 },
      skipped: { refund_of_other_order: 1, lines: [{ line: 6, reason: 'refund_of_other_order' }] },
    });
    expect(await rowsOf(done.reconciliation_id, 'refund_differs')).toMatchObject([
      { order_id: '1', refunded: '20.00', kept_value: '20.00', difference: '-20.00' },
    ]);
  });
});

describe('statuses of a file', () => {
  const file = (rows: string[]) => `Order ID,Order Date,Order Status,Order Total Amount,Order Currency\n${rows.join('\n')}\n`;

  it('an order whose status is no payment is never sent, and one of an unknown status only after an answer', async () => {
    const orders = file([
      `1,${at},Completed,10.00,EUR`,
      `2,${at},Pending payment,20.00,EUR`,
      `3,${at},On hold,40.00,EUR`,
      `4,${at},Packed,80.00,EUR`,
      `5,${at},,160.00,EUR`,
    ]);
    const done = await reconcile(orders);
    expect(done.categories).toMatchObject({ missing: 1, excluded: 2, unclear_status: 2 });
    expect(done.findings).toContainEqual(expect.objectContaining({ code: 'statuses_unclear' }));
    expect(bodyOf(await previewed(app, owner, done.reconciliation_id, 'send_missing'))).toMatchObject({
      changes: 1,
      values: [{ value: '10.00' }],
      statuses: [{ status: 'Completed', orders: 1 }],
    });
    const { headers } = owner;
    const rules = bodyOf(await app.reconciliation.readReconciliationRules({ headers }));
    bodyOf(
      await app.reconciliation.changeReconciliationRules({
        body: { ...rules, paid_statuses: ['packed'] },
        headers,
      }),
    );
    const { paid_statuses: _, ...withoutAnswer } = rules;
    bodyOf(await app.reconciliation.changeReconciliationRules({ body: withoutAnswer, headers }));
    expect((await reconcile(orders)).categories).toMatchObject({ missing: 2, unclear_status: 1 });
  });

  it('a column that says that nothing was paid counts beside the status', async () => {
    const done = await reconcile(
      'order_id,occurred_at,value,currency,cancelled_at,captured,outstanding\n' +
        `1,${at},10.00,EUR,,,\n2,${at},10.00,EUR,${at},,\n3,${at},10.00,EUR,,false,\n4,${at},10.00,EUR,,,10.00\n`,
    );
    expect(done.categories).toMatchObject({ missing: 1, excluded: 3 });
  });
});

describe('rows that take no part', () => {
  const stripe = 'id,Created date (UTC),Amount,Amount Refunded,Currency,Status,order_id (metadata),Invoice ID\n';
  const row = (id: string, status: string, order: string) => `${id},2026-11-20 10:00:00,25.99,0.00,eur,${status},${order},\n`;

  it.each([
    ['before', [row('ch_1', 'Failed', '1001'), row('ch_2', 'Paid', '1001')], 2],
    ['after', [row('ch_2', 'Paid', '1001'), row('ch_1', 'Failed', '1001')], 3],
  ])('a declined payment %s the paid one of its order is skipped', async (_, rows, line) => {
    await sendAll(app, owner, [sentOrder(1001, '25.99', { ...eur, svc_click_id })]);
    expect(await reconcile(stripe + rows.join(''))).toMatchObject({
      orders: 1,
      categories: { ok: 1 },
      skipped: { another_attempt: 1, lines: [{ line, reason: 'another_attempt' }] },
    });
  });

  it('a payment without an order is skipped, and two payments of one order are refused', async () => {
    const done = await reconcile(stripe + row('ch_1', 'Paid', '1001') + row('ch_2', 'Paid', ''));
    expect(done).toMatchObject({
      orders: 1,
      skipped: { no_order_id: 1, lines: [{ line: 3, reason: 'no_order_id' }] },
    });
    const twice = stripe + row('ch_1', 'Paid', '1001') + row('ch_2', 'Paid', '1001');
    expect(await sendFile(app, owner.headers, twice)).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'repeated_order' }] },
    });
  });

  it('payouts of a balance are no sales, and its refunds are', async () => {
    await sendAll(app, owner, [sentOrder(1, '30.00', { ...eur, svc_click_id })]);
    const done = await reconcile(
      'id,Type,Source,Amount,Fee,Net,Currency,Created (UTC),Available On (UTC),Description,order_id (metadata)\n' +
        'txn_1,charge,ch_1,30.00,1.17,28.83,eur,2026-11-20 10:00,2026-11-27 00:00,,1\n' +
        'txn_2,refund,re_1,-10.00,0.00,-10.00,eur,2026-11-20 11:00,2026-11-27 00:00,,1\n' +
        'txn_3,payout,po_1,-18.83,0.00,-18.83,eur,2026-11-21 00:00,2026-11-21 00:00,STRIPE PAYOUT,\n',
    );
    expect(done).toMatchObject({
      format: 'stripe_balance',
      orders: 1,
      categories: { refund_differs: 1 },
      skipped: { not_a_sale: 1, lines: [{ line: 4, reason: 'not_a_sale' }] },
    });
  });
});

describe('the column of the IDs', () => {
  const file = (ids: readonly string[]) =>
    'Name,Financial Status,Currency,Total,Created at,Refunded Amount,Id\n' +
    ids.map((id, at_) => `#${id},paid,EUR,${50 + at_}.00,2026-11-20 10:0${at_}:00 +0000,0.00,51598067631${id}\n`).join('');
  const ids = ['1001', '1002', '1003', '1004'];
  const sentAs = (idOf: (id: string) => string) =>
    sendAll(
      app,
      owner,
      ids.map((id, at_) =>
        sentOrder(idOf(id), `${50 + at_}.00`, {
          ...eur,
          svc_click_id,
          occurred_at: `2026-11-20T10:0${at_}:30Z`,
        }),
      ),
    );

  it.each([
    ['Id', (id: string) => `51598067631${id}`],
    ['Name', (id: string) => `#${id}`],
    ['Name without #', (id: string) => id],
  ])('is that which most events match: %s', async (heading, idOf) => {
    await sentAs(idOf);
    const done = await reconcile(file(ids));
    expect(done).toMatchObject({ id_column: { heading, matched: 4, tried: 4 }, categories: { ok: 4 } });
    expect(done.id_column?.candidates).toHaveLength(3);
  });

  it('a repair that would send orders again under other IDs is refused, and names the events', async () => {
    await sentAs((id) => id);
    const done = await reconcile(file(ids), { columns: '{"order_id":"Id"}' });
    const id = done.reconciliation_id;
    expect(done.categories).toMatchObject({ missing: 4 });
    expect(await previewed(app, owner, id, 'send_missing')).toMatchObject({
      status: 409,
      body: { code: 'ids_do_not_match' },
    });
    expect(await rowsOf(id, 'missing')).toMatchObject(ids.map((order) => ({ similar_event_id: `order_created:${order}` })));
  });

  it('fewer than half of the orders under other IDs do not refuse the repair', async () => {
    await sentAs((id) => id);
    const more = file([...ids, '2001', '2002', '2003', '2004', '2005']);
    const done = await reconcile(more, { columns: '{"order_id":"Id"}' });
    expect(bodyOf(await previewed(app, owner, done.reconciliation_id, 'send_missing'))).toMatchObject({
      changes: 9,
    });
  });

  it('a column that a spreadsheet rounded is not taken, and without another the file is refused', async () => {
    await sentAs((id) => `#${id}`);
    const rounded = file(ids).replace(/51598067631\d+/g, '5.15981E+14');
    const done = await reconcile(rounded);
    expect(done).toMatchObject({ id_column: { heading: 'Name' }, categories: { ok: 4 } });
    expect(await orderIds(app, owner, done.reconciliation_id, 'ok')).toEqual(ids.map((id) => `#${id}`));
    for (const id of ['5.15981E+14', '1001.00', '515980676315700000'])
      expect(await sendFile(app, owner.headers, `order_id,occurred_at,value,currency\n${id},${at},5,EUR\n`)).toMatchObject({
        status: 422,
        body: { detail: [{ type: 'rounded_id' }] },
      });
  });
});
