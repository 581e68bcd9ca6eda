import { inflateRawSync } from 'node:zlib';
import { operator } from '#test/api/licences/partner/partner-scene.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { deliverEffects } from '#test/outbox/deliver-effects.ts';
import { orderRow, previewed, read, reconciled, sendAll, sentOrder } from './scene.ts';

let app: TestApp;
let owner: Awaited<ReturnType<typeof newAdvertiser>>;
let svc_click_id: string;
beforeEach(async () => {
  app = await startApp(await newWorld());
  owner = await newAdvertiser(app);
  svc_click_id = await owner.click();
});
type Repair = 'send_missing' | 'adjust_values' | 'void_doubles';
const operations = {
  send_missing: 'sendMissingOrders',
  adjust_values: 'adjustOrderValues',
  void_doubles: 'voidDoubles',
} as const;
const preview = async (id: string, repair: Repair) => bodyOf(await previewed(app, owner, id, repair));
const apply = (id: string, repair: Repair, preview_id: string) =>
  app.reconciliation[operations[repair]]({
    params: { id },
    query: {},
    body: { preview_id },
    headers: owner.headers,
  });
async function repaired(id: string, repair: Repair) {
  expect((await apply(id, repair, (await preview(id, repair)).preview_id)).status).toBe(202);
  await app.work('reconciliation');
  await app.settle();
  return (await read(app, owner, id)).repairs.find((run) => run.repair === repair);
}
const undo = (id: string, repair: 'adjust_values' | 'void_doubles') =>
  app.reconciliation.undoRepair({ params: { id }, query: {}, body: { repair }, headers: owner.headers });
const netOf = async (event_id: string) => {
  const found = await app.events.readConversion({ params: { event_id }, query: {}, headers: owner.headers });
  return (bodyOf(found) as { net_value?: string; value: string }).net_value;
};
const rows = [orderRow(1), orderRow(2), orderRow(3)];

async function withFaults() {
  const double = { event_type: 'purchase_completed', event_id: 'purchase_completed:2' };
  await sendAll(app, owner, [
    sentOrder(1, '15.00', { svc_click_id }),
    sentOrder(2, '20.00', { svc_click_id }),
    sentOrder(2, '20.00', { svc_click_id, ...double }),
  ]);
  const done = await reconciled(app, owner, rows);
  expect(done.categories).toMatchObject({ value_differs: 1, doubled: 1, missing: 1, ok: 0 });
  return done.reconciliation_id;
}
async function again() {
  app.world.clock.now += 60_000;
  return await reconciled(app, owner, rows);
}

describe('repairs by adjustments', () => {
  it('adjust-values and void-doubles change net values alone, and their undoing restores them', async () => {
    const id = await withFaults();
    expect(await preview(id, 'adjust_values')).toMatchObject({
      changes: 1,
      attributed: 0,
      skipped: 0,
      values: [{ value: '5.00' }],
      undoable: true,
    });
    expect(await preview(id, 'void_doubles')).toMatchObject({ changes: 1, values: [{ value: '-20.00' }] });
    expect(await repaired(id, 'adjust_values')).toMatchObject({ status: 'completed', changes: 1 });
    expect(await repaired(id, 'void_doubles')).toMatchObject({ status: 'completed', changes: 1 });
    expect(await netOf('order_created:1')).toBe('20.00');
    expect(await netOf('purchase_completed:2')).toBe('0.00');
    expect((await again()).categories).toMatchObject({ value_differs: 0, doubled: 0, ok: 2, missing: 1 });
    for (const repair of ['adjust_values', 'void_doubles'] as const) {
      expect((await undo(id, repair)).status).toBe(202);
      await app.work('reconciliation');
      await app.settle();
    }
    expect((await read(app, owner, id)).repairs.map(({ status }) => status)).toEqual(['undone', 'undone']);
    expect((await again()).categories).toMatchObject({ value_differs: 1, doubled: 1, missing: 1 });
    expect((await undo(id, 'void_doubles')).status).toBe(202);
  });

  it('an event whose net value changed since the reconciliation is skipped', async () => {
    const id = await withFaults();
    const { preview_id } = await preview(id, 'adjust_values');
    const body = { net_value: '1.00', reason: 'refund' as const };
    const params = { event_id: 'order_created:1' };
    bodyOf(await app.adjustments.adjustEvent({ params, query: {}, body, headers: owner.headers }));
    await apply(id, 'adjust_values', preview_id);
    await app.work('reconciliation');
    expect((await read(app, owner, id)).repairs).toMatchObject([{ changes: 0, skipped: 1 }]);
    expect(await netOf('order_created:1')).toBe('1.00');
  });

  it('adjust-values takes back no refund, whether the file says it or has no refunds', async () => {
    const values = [undefined, '30.00', '30.00', undefined];
    await sendAll(
      app,
      owner,
      [1, 2, 3, 4].map((order) => sentOrder(order, '100.00', { svc_click_id })),
    );
    for (const order of [1, 2, 3, 4]) {
      const reason = order === 4 ? ('correction' as const) : ('refund' as const);
      const body = { net_value: order === 3 ? '50.00' : '70.00', reason };
      const params = { event_id: `order_created:${order}` };
      bodyOf(await app.adjustments.adjustEvent({ params, query: {}, body, headers: owner.headers }));
    }
    const orders = values.map((refunded, at) => orderRow(at + 1, '100.00', refunded ? { refunded } : {}));
    const done = await reconciled(app, owner, orders);
    expect(done.categories).toMatchObject({ ok: 2, value_differs: 1, refund_differs: 1 });
    const id = done.reconciliation_id;
    expect(await preview(id, 'adjust_values')).toMatchObject({ changes: 2, values: [{ value: '50.00' }] });
    app.world.clock.now += 1000;
    expect(await repaired(id, 'adjust_values')).toMatchObject({ changes: 2, values: [{ value: '50.00' }] });
    const nets = await Promise.all([1, 2, 3, 4].map((order) => netOf(`order_created:${order}`)));
    expect(nets).toEqual(['70.00', '70.00', '70.00', '100.00']);
  });

  it('undo is 409 without a repair, and 422 for an unknown one', async () => {
    const id = await withFaults();
    expect(await undo(id, 'void_doubles')).toMatchObject({ status: 409, body: { code: 'not_repaired' } });
    expect((await undo(id, 'send_orders' as 'void_doubles')).status).toBe(422);
  });
});

describe('a repair again', () => {
  it('a repair is 409 until it is undone, and its undoing withdraws all of it', async () => {
    const id = await withFaults();
    const { preview_id } = await preview(id, 'adjust_values');
    await repaired(id, 'adjust_values');
    expect(await previewed(app, owner, id, 'adjust_values')).toMatchObject({
      status: 409,
      body: { code: 'already_repaired' },
    });
    expect((await apply(id, 'adjust_values', preview_id)).status).toBe(409);
    expect(await netOf('order_created:1')).toBe('20.00');
    await undo(id, 'adjust_values');
    await app.work('reconciliation');
    expect(await netOf('order_created:1')).toBe(undefined);
    expect(await repaired(id, 'adjust_values')).toMatchObject({ status: 'completed', changes: 1 });
    expect(await netOf('order_created:1')).toBe('20.00');
  });

  it('a preview of before a repair is 409 after the repair, and the same request returns the repair', async () => {
    const id = await withFaults();
    const [first, second] = [await preview(id, 'send_missing'), await preview(id, 'send_missing')];
    await apply(id, 'send_missing', first.preview_id);
    expect(await apply(id, 'send_missing', second.preview_id)).toMatchObject({
      status: 409,
      body: { code: 'still_running' },
    });
    await app.work('reconciliation');
    expect(await apply(id, 'send_missing', second.preview_id)).toMatchObject({
      status: 409,
      body: { code: 'already_repaired' },
    });
    expect(await apply(id, 'send_missing', first.preview_id)).toMatchObject({
      status: 202,
      body: { repairs: [{ status: 'completed', changes: 1 }] },
    });
  });
});

it('a repair names the person who ordered it, and is one entry of the activity log, as its undoing is', async () => {
  const id = await withFaults();
  const manager = await newUser(app);
  const linked = { manager_user_id: manager.id, client_user_id: owner.id };
  bodyOf(await app.operators.linkManagedClient({ body: linked, headers: operator }));
  const of = { params: { id }, query: { client_user_id: owner.id } as object, headers: manager.headers };
  const { preview_id } = await preview(id, 'adjust_values');
  bodyOf(await app.reconciliation.adjustOrderValues({ ...of, query: of.query as never, body: { preview_id } }));
  await app.work('reconciliation');
  const items = await allItems(app.world, 'attribution');
  const adjusted = items.find(({ eventId, adjustments }) => eventId === 'order_created:1' && adjustments);
  expect(adjusted?.adjustments).toMatchObject([{ by: { kind: 'user', id: String(manager.id) } }]);
  app.world.clock.now += 1000;
  await undo(id, 'adjust_values');
  await app.work('reconciliation');
  await deliverEffects(app);
  const { entries } = bodyOf(await app.activity.listActivity({ query: { limit: 100 }, headers: owner.headers }));
  const ofRepair = entries.filter(({ type }) => /adjust|repair/.test(type));
  expect(ofRepair.map(({ type, actor }) => [type, actor.id])).toEqual([
    ['reconciliation_repair_undone', String(owner.id)],
    ['reconciliation_repaired', String(manager.id)],
  ]);
});

it('a repair counts what it changed, and names adjustments that a later one outweighs', async () => {
  const id = await withFaults();
  const later = new Date(app.world.clock.now + 3_600_000).toISOString();
  const body = { net_value: '15.00', reason: 'correction' as const, effective_at: later };
  const params = { event_id: 'order_created:1' };
  bodyOf(await app.adjustments.adjustEvent({ params, query: {}, body, headers: owner.headers }));
  const outweighed = { changes: 0, superseded: 1, skipped: 0, values: [] };
  expect(await preview(id, 'adjust_values')).toMatchObject(outweighed);
  expect(await repaired(id, 'adjust_values')).toMatchObject(outweighed);
  expect(await netOf('order_created:1')).toBe('15.00');
});

describe('previews', () => {
  it('a preview and an undoing are 409 while another repair of the account runs', async () => {
    const id = await withFaults();
    const other = (await again()).reconciliation_id;
    await repaired(id, 'void_doubles');
    const { preview_id } = await preview(id, 'adjust_values');
    await apply(id, 'adjust_values', preview_id);
    const running = { status: 409, body: { code: 'still_running' } };
    expect(await previewed(app, owner, other, 'send_missing')).toMatchObject(running);
    expect(await undo(id, 'void_doubles')).toMatchObject(running);
    await app.work('reconciliation');
    expect((await previewed(app, owner, other, 'send_missing')).status).toBe(200);
  });

  it('a preview of more than 2,000 doubles counts each event that it would void, with its value', async () => {
    const ids = Array.from({ length: 2001 }, (_, at) => at + 1);
    const types = ['order_created', 'purchase_completed'];
    const events = ids.flatMap((order) =>
      types.map((event_type) => sentOrder(order, '15.00', { svc_click_id, event_type, event_id: `${event_type}:${order}` })),
    );
    await sendAll(app, owner, events);
    const done = await reconciled(
      app,
      owner,
      ids.map((order) => orderRow(order)),
    );
    expect(done.categories).toMatchObject({ doubled: 2001 });
    const said = await preview(done.reconciliation_id, 'void_doubles');
    expect(said).toMatchObject({ changes: 2001, values: [{ currency: 'USD', value: '-30015.00' }] });
    expect(await repaired(done.reconciliation_id, 'void_doubles')).toMatchObject({
      changes: said.changes,
      values: said.values,
    });
  });

  it('a preview is stale after another repair, after an hour, and for another repair', async () => {
    const id = await withFaults();
    const [first, second] = [await preview(id, 'send_missing'), await preview(id, 'void_doubles')];
    expect(await apply(id, 'void_doubles', first.preview_id)).toMatchObject({
      status: 409,
      body: { code: 'preview_stale' },
    });
    await repaired(id, 'adjust_values');
    for (const [repair, { preview_id }] of [
      ['send_missing', first],
      ['void_doubles', second],
    ] as const)
      expect(await apply(id, repair, preview_id)).toMatchObject({ body: { code: 'preview_stale' } });
    const fresh = await preview(id, 'send_missing');
    app.world.clock.now += 3_600_001;
    expect(await apply(id, 'send_missing', fresh.preview_id)).toMatchObject({ status: 409 });
  });

  it('parallel requests with a preview are one repair, and of two previews one is stale', async () => {
    const id = await withFaults();
    const [one, other] = [await preview(id, 'send_missing'), await preview(id, 'send_missing')];
    const answers = await Promise.all([one, one, one, other].map(({ preview_id }) => apply(id, 'send_missing', preview_id)));
    const statuses = answers.map(({ status }) => status);
    expect([
      [202, 202, 202, 409],
      [409, 409, 409, 202],
    ]).toContainEqual(statuses);
    await app.work('reconciliation');
    expect((await read(app, owner, id)).repairs).toMatchObject([{ changes: 1, skipped: 0 }]);
  });

  it('an order that arrived after the preview is skipped, and no conflict is noted', async () => {
    const id = await withFaults();
    const { preview_id } = await preview(id, 'send_missing');
    await sendAll(app, owner, [sentOrder(3, '19.00')]);
    await apply(id, 'send_missing', preview_id);
    await app.work('reconciliation');
    await app.settle();
    expect((await read(app, owner, id)).repairs).toMatchObject([{ changes: 0, skipped: 1 }]);
    const query = { outcome: 'conflict' as const };
    expect(bodyOf(await app.events.listEvents({ query, headers: owner.headers })).events).toEqual([]);
  });
});

it('send-missing attributes orders by click and by user, as its preview says', async () => {
  bodyOf(await app.pixel.identify({ body: { key: owner.pixelKey, sid: svc_click_id, external_user_id: 'u7' } }));
  const foreign = await (await newAdvertiser(app)).click();
  const done = await reconciled(app, owner, [
    orderRow(1, 20, { svc_click_id, occurred_at: '2026-11-21T11:59:00Z' }),
    orderRow(2, 20, { external_user_id: 'u7', occurred_at: '2026-11-21T12:30:00Z' }),
    orderRow(3, 20, { external_user_id: 'nobody' }),
    orderRow(4, 20, { svc_click_id: foreign }),
    orderRow(5),
  ]);
  const id = done.reconciliation_id;
  const said = await preview(id, 'send_missing');
  expect(said).toMatchObject({ changes: 5, values: [{ value: '100.00' }] });
  expect(await repaired(id, 'send_missing')).toMatchObject({ changes: 5, attributed: said.attributed });
  const log = bodyOf(await app.events.listEvents({ query: { limit: 100 }, headers: owner.headers }));
  const outcomes = log.events.map(({ event_id, outcome }) => `${event_id} ${outcome}`).sort();
  expect(outcomes.filter((text) => text.endsWith(' matched'))).toHaveLength(said.attributed);
  expect(outcomes).toHaveLength(5);
  expect(said.attributed).toBe(2);
});

it('send-missing sends neither click nor user of a person who was erased after the file', async () => {
  const done = await reconciled(app, owner, [orderRow(1, 20, { svc_click_id, external_user_id: 'u7' })]);
  for (const body of [{ external_user_id: 'u7' }, { svc_click_id }])
    bodyOf((await app.privacy.erase({ body, headers: owner.headers })) as { status: number; body: unknown });
  await app.settle();
  await app.work('erasure');
  const items = await allItems(app.world, 'attribution');
  const parts = items.filter(({ kind }) => kind === 'reconciliation_part');
  const texts = parts.map(({ packed }) => inflateRawSync(Buffer.from(String(packed), 'base64')).toString());
  expect(texts.join()).toContain('"1"');
  expect(texts.join()).not.toContain(svc_click_id);
  expect(texts.join()).not.toMatch(/[0-9a-f]{64}/);
  const { attributed } = await preview(done.reconciliation_id, 'send_missing');
  expect(attributed).toBe(0);
  await repaired(done.reconciliation_id, 'send_missing');
  const receipt = await app.events.readConversion({
    params: { event_id: 'order_created:1' },
    query: {},
    headers: owner.headers,
  });
  expect(bodyOf(receipt)).toMatchObject({ reason: 'no_click_id' });
  await app.settle();
  const stored = await allItems(app.world, 'attribution');
  const event = stored.find(({ eventId, clickId }) => eventId === 'order_created:1' && clickId === '');
  expect(event).toMatchObject({ currencyGiven: true, currency: 'USD', value: '20' });
});
