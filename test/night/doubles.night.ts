import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { isSameSale, saleOf } from '#shared/conversions/rules/sales.ts';
import { arrivedEventOf, isDouble } from '#shared/reconciliation/rules/events.ts';
import { reconciled, sendAll } from '#test/api/reconciliation/scene.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';
import { type HonestOrder, honestOrders } from './honest-orders.ts';

const [count, seed] = [10_000, Number(process.env.DOUBLES_SEED ?? 7)];
const from = Date.parse('2026-11-02T00:00:00Z');
const hourMs = 3_600_000;

const conversionOf = (order: HonestOrder) =>
  ({
    eventId: order.event_id,
    eventType: 'order_created',
    value: order.value,
    currency: order.currency,
    counts: true,
    properties: JSON.stringify({ order_number: order.order_number }),
    receivedAt: new Date(order.at).toISOString(),
    occurredAt: new Date(order.at).toISOString(),
    click: { sid: `s_${order.visitor}`, pixelKey: 'pk' },
  }) as unknown as Conversion;

/** The orders that the rules of the finding and of the books take for a repetition of an earlier order of their click. */
function repetitions(orders: readonly HonestOrder[]) {
  const alarms = { finding: 0, books: 0 };
  for (const ofClick of Map.groupBy(orders.map(conversionOf), ({ click }) => click?.sid).values())
    for (const [place, conversion] of ofClick.entries()) {
      const [sale, event] = [saleOf(conversion), arrivedEventOf(conversion)];
      const earlier = ofClick.slice(0, place);
      if (earlier.some((other) => sale && isSameSale(saleOf(other) ?? sale, sale))) alarms.finding++;
      if (earlier.some((other) => isDouble(event, arrivedEventOf(other)))) alarms.books++;
    }
  return alarms;
}

it('of 10,000 honest orders, only an order that arrives in two equal parts is taken for a double', ({ task }) => {
  const orders = honestOrders(count, from, seed);
  const parts = orders.filter(({ isSplit }) => isSplit).length;
  const alarms = repetitions(orders);
  const rate = (of: number) => `${((of / count) * 100).toFixed(2)} %`;
  task.file.meta.covers = `False alarms of ${count} honest orders: finding ${rate(alarms.finding)}, books ${rate(alarms.books)}`;
  const others = orders.filter(({ isSplit }) => !isSplit);
  expect(repetitions(others)).toEqual({ finding: 0, books: 0 });
  expect(Math.max(alarms.finding, alarms.books)).toBeLessThanOrEqual(parts / 2);
});

it('of 100 orders that a shop sends under two IDs, each is in the finding and in the books', async () => {
  const orders = honestOrders(100, from, seed).filter(({ isSplit }) => !isSplit);
  const twice = orders.flatMap((order) => [order, { ...order, event_id: `${order.event_id}-again`, at: order.at + 60_000 }]);
  expect(repetitions(twice.toSorted((a, b) => a.at - b.at))).toMatchObject({ finding: orders.length });
  const app = await startApp(await newWorld());
  app.world.clock.now = from;
  const owner = await newAdvertiser(app);
  const clicks = new Map<number, string>();
  for (const [hour, ofHour] of Map.groupBy(twice, ({ at }) => Math.floor(at / hourMs))) {
    app.world.clock.now = Math.max(app.world.clock.now, (hour + 1) * hourMs);
    for (const { visitor } of ofHour) if (!clicks.has(visitor)) clicks.set(visitor, await owner.click('svc_campaign=spring'));
    const events = ofHour.map(({ visitor, event_id, value, currency, at, order_number }) => ({
      event_type: 'order_created',
      event_id,
      value,
      currency,
      properties: { order_number },
      svc_click_id: clicks.get(visitor),
      occurred_at: new Date(at).toISOString(),
    }));
    await sendAll(app, owner, events);
  }
  const headers = await app.signIn(owner.id);
  const rows = orders.map(({ event_id, at, value, currency }) => ({
    order_id: event_id.slice('order_created:'.length),
    value,
    currency,
    status: 'paid',
    occurred_at: new Date(at).toISOString(),
  }));
  const { categories } = await reconciled(app, { headers }, rows);
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const query = { from: day(from), to: day(app.world.clock.now) };
  const { findings } = bodyOf(await app.reports.reportFunnel({ query, headers }));
  expect({
    books: categories.doubled,
    finding: findings.find(({ code }) => code === 'same_sale_counted_twice')?.facts.count,
  }).toEqual({ books: orders.length, finding: orders.length });
});
