import { seeded } from '#lib/tools/simulate/seeded.ts';
import { sumSigned } from '#shared/cells/rules/signed.ts';
import type { Order } from '#shared/orders/rules/order.ts';
import { categories } from '#shared/reconciliation/rules/categories.ts';
import { type ArrivedEvent, isDouble } from '#shared/reconciliation/rules/events.ts';
import { coverageOf, differenceOf, isCoverageLow } from '#shared/reconciliation/rules/figures.ts';
import { eventOf, facts, noon, orderOf, reconciled } from './scene.ts';

const inCategory = ({ all }: ReturnType<typeof reconciled>, category: string) =>
  all.filter((one) => one.category === category).map(({ order, event }) => order?.orderId ?? event?.eventId);
const purchase = (event: ArrivedEvent): ArrivedEvent => ({
  ...event,
  eventType: 'purchase_completed',
  eventId: `purchase:${event.orderNumber}`,
  receivedAt: new Date(noon + 60_000).toISOString(),
});

describe('the categories of orders', () => {
  it('reconcile gives the worked example of 1,000 orders exactly these lists', () => {
    const orders = Array.from({ length: 1000 }, (_, at) => orderOf(`${1000 + at}`, '20.00'));
    const id = (at: number) => `${1000 + at}`;
    const range = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);
    const [missing, doubled, other, currency] = [range(0, 37), range(37, 12), range(49, 5), range(54, 2)];
    const differences = ['1.50', '10.00', '10.00', '10.00', '10.00'];
    const events = orders.flatMap(({ orderId }, at) => {
      const event = eventOf(orderId, '20.00');
      if (missing.includes(at)) return [];
      if (doubled.includes(at)) return [event, purchase(event)];
      if (other.includes(at)) {
        const less = sumSigned(['20', `-${differences[other.indexOf(at)]}`]);
        return [{ ...event, value: less }];
      }
      return [currency.includes(at) ? { ...event, currency: 'EUR' } : event];
    });
    const result = reconciled(orders, events);
    expect(inCategory(result, 'missing')).toEqual(missing.map(id));
    expect(inCategory(result, 'doubled')).toEqual(doubled.map(id));
    expect(inCategory(result, 'value_differs')).toEqual(other.map(id));
    expect(inCategory(result, 'currency_differs')).toEqual(currency.map(id));
    expect(inCategory(result, 'ok')).toHaveLength(944);
    expect(coverageOf(result.figures.total)).toBe(0.963);
    const amounts = result.figures.byCategory.value_differs?.byCurrency.USD;
    expect(amounts && differenceOf(amounts)).toBe('41.5');
    const sent = reconciled(orders, [...events, ...missing.map((at) => eventOf(id(at), '20.00'))]);
    expect(coverageOf(sent.figures.total)).toBe(1);
    expect(inCategory(sent, 'doubled')).toEqual(doubled.map(id));
    expect(sumSigned([sent.figures.total.byCurrency.USD?.adtrail ?? '0'])).toBe(
      sumSigned([result.figures.total.byCurrency.USD?.adtrail ?? '0', '740']),
    );
  });

  it('placed takes the first category that fits, in the order of the documentation', () => {
    const of = (order: Partial<Order>, event: Partial<ArrivedEvent> | null) =>
      reconciled([orderOf('1', '20', order)], event ? [eventOf('1', '20', event)] : []).all[0]?.category;
    expect(of({ isTest: true }, null)).toBe('excluded');
    expect(of({ status: 'wc-pending' }, { value: '1' })).toBe('excluded');
    expect(of({ status: 'voided' }, {})).toBe('cancelled_here_counted');
    expect(of({ status: 'voided' }, null)).toBe('excluded');
    expect(of({ status: 'voided' }, { value: '0' })).toBe('excluded');
    expect(of({ status: 'voided' }, { isCounted: false })).toBe('excluded');
    expect(of({ status: 'sent out' }, {})).toBe('unclear_status');
    expect(of({ status: 'sent out' }, null)).toBe('unclear_status');
    expect(of({}, null)).toBe('missing');
    expect(of({}, { currency: 'EUR', value: '1' })).toBe('currency_differs');
    expect(of({}, { value: '1', gross: '1', occurredAt: noon - 86_400_000 })).toBe('value_differs');
    expect(of({ refunded: '1' }, { occurredAt: noon - 86_400_000 })).toBe('refund_differs');
    expect(of({}, { occurredAt: noon - 86_400_000, reason: 'no_click_id' })).toBe('day_differs');
    expect(of({}, { reason: 'no_click_id' })).toBe('unattributed');
    expect(of({}, {})).toBe('ok');
  });

  it('placed says the reason of a rejection, and prefers an accepted event', () => {
    const rejection = { eventId: 'order_created:1', code: 'validation_failed', receivedAt: '' };
    const orders = [orderOf('1', '20')];
    expect(reconciled(orders, [], { rejections: [rejection] }).all).toMatchObject([{ category: 'rejected', reason: 'validation_failed' }]);
    expect(reconciled(orders, [eventOf('1', '20')], { rejections: [rejection] }).all).toMatchObject([{ category: 'ok' }]);
  });

  it('placed names a difference that equals tax, shipping, both, or the refund', () => {
    const amounts = { tax: '3.8', shipping: '4.9', refunded: '7' };
    const nameOf = (value: string) => reconciled([orderOf('1', '20', amounts)], [eventOf('1', value)]).all[0]?.differenceName;
    expect(['16.2', '15.1', '11.3', '13', '23.8', '12'].map(nameOf)).toEqual([
      'tax',
      'shipping',
      'tax_and_shipping',
      'refund',
      'tax',
      null,
    ]);
    const tolerant = { ...facts, tolerance: '3.8' };
    expect(reconciled([orderOf('1', '20', amounts)], [eventOf('1', '16.2')], { of: tolerant }).all).toMatchObject([{ category: 'ok' }]);
  });

  it('matcher finds an order under another ID, and extra events in the inner period alone', () => {
    const renamed = { ...eventOf('1', '20'), eventId: 'sale-1' };
    const result = reconciled([orderOf('1', '20')], [renamed, eventOf('9', '5')]);
    expect(inCategory(result, 'ok')).toEqual(['1']);
    expect(inCategory(result, 'extra')).toEqual(['order_created:9']);
    expect(inCategory(reconciled([], [eventOf('9', '5')], { inner: [noon + 1, noon + 2] }), 'extra')).toEqual([]);
  });

  it('isDouble takes events of one click, value, order and hour, under two types', () => {
    const event = eventOf('1', '20');
    const categoryWith = (other: Partial<ArrivedEvent>) =>
      reconciled([orderOf('1', '20')], [event, { ...purchase(event), ...other }]).all[0]?.category;
    expect(categoryWith({})).toBe('doubled');
    expect(categoryWith({ sid: 's_other' })).toBe('ok');
    expect(categoryWith({ value: '21', gross: '21' })).toBe('ok');
    expect(categoryWith({ value: '0' })).toBe('ok');
    expect(categoryWith({ orderNumber: '2' })).toBe('ok');
    expect(categoryWith({ isCounted: false })).toBe('ok');
    expect(categoryWith({ receivedAt: new Date(noon + 3_600_001).toISOString() })).toBe('ok');
  });

  it('isDouble takes two IDs of one type with one order number, which a shop also writes with #', () => {
    const event = eventOf('1001', '55', { orderNumber: '#1001' });
    const other = { ...event, eventId: 'order_created:5159806763157', orderNumber: '1001' };
    const [row] = reconciled([orderOf('1001', '55')], [event, other]).all;
    expect(row).toMatchObject({ category: 'doubled', event: { eventId: 'order_created:1001' } });
    const without = (fact: Partial<ArrivedEvent>) => isDouble({ ...event, ...fact }, { ...other, ...fact });
    expect([without({}), without({ sid: '' }), without({ orderNumber: '' })]).toEqual([true, false, false]);
    const distinct = { ...other, orderNumber: '1002' };
    expect(reconciled([orderOf('1001', '55')], [event, distinct]).all[0]?.category).toBe('ok');
  });

  it('isCoverageLow takes files of at least 20 orders under the bound', () => {
    const sum = (orders: number, arrived: number, excluded = 0) => ({
      orders,
      arrived,
      excluded,
      byCurrency: {},
    });
    expect(isCoverageLow(sum(20, 17), 0.9)).toBe(true);
    expect(isCoverageLow(sum(20, 18), 0.9)).toBe(false);
    expect(isCoverageLow(sum(19, 0), 0.9)).toBe(false);
    expect(isCoverageLow(sum(40, 18, 20), 0.9)).toBe(false);
  });
});

describe('properties of a reconciliation', () => {
  const random = seeded(7);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  function history() {
    const orders = Array.from({ length: 40 }, (_, at) =>
      orderOf(`${at}`, pick(['5', '20', '20.01', '0']), {
        refunded: pick([null, '0', '5']),
        currency: pick(['USD', 'EUR']),
        status: pick(['paid', 'pending', 'voided', 'sent out', 'partially_refunded']),
        isTest: random() < 0.1,
        occurredAt: noon + Math.floor(random() * 4) * 43_200_000,
      }),
    );
    const events = Array.from({ length: 60 }, () => {
      const number = `${Math.floor(random() * 50)}`;
      const of = eventOf(number, pick(['5', '20', '20.01']), {
        currency: pick(['USD', 'EUR']),
        isCounted: random() < 0.8,
        sid: pick(['a', 'b', '']),
        occurredAt: noon + Math.floor(random() * 4) * 43_200_000,
        reason: pick([null, 'no_click_id']),
      });
      return random() < 0.3 ? purchase(of) : random() < 0.2 ? { ...of, eventId: `other:${number}` } : of;
    });
    const distinct = [...new Map(events.map((event) => [event.eventId, event])).values()];
    return { orders, events: distinct };
  }
  const shuffled = <T>(values: readonly T[]): T[] => [...values].sort(() => random() - 0.5);

  it('categories partition the orders, and their differences sum to shop minus adtrail', () => {
    for (let run = 0; run < 200; run++) {
      const { orders, events } = history();
      const { all, figures } = reconciled(orders, events);
      const placedIds = all.flatMap(({ order }) => order?.orderId ?? []);
      expect(placedIds.sort()).toEqual(orders.map(({ orderId }) => orderId).sort());
      const used = all.flatMap(({ event, doubles }) => [event, ...doubles].flatMap((one) => one?.eventId ?? []));
      expect(new Set(used).size).toBe(used.length);
      for (const currency of ['USD', 'EUR']) {
        const ofCurrency = <T extends { value: string; currency: string }>(some: readonly T[]) =>
          sumSigned(some.filter((one) => one.currency === currency).map(({ value }) => value));
        const shop = sumSigned(all.flatMap(({ order, kept }) => (order?.currency === currency ? [kept] : [])));
        const adtrail = ofCurrency(events.filter(({ eventId }) => used.includes(eventId)));
        const byCategory = categories.flatMap((category) => {
          const amounts = figures.byCategory[category]?.byCurrency[currency];
          return amounts ? [differenceOf(amounts)] : [];
        });
        expect(sumSigned(byCategory)).toBe(sumSigned([shop, adtrail === '0' ? '0' : `-${adtrail}`]));
        for (const sums of [figures.byDay, figures.byChannel, figures.byPixel, figures.bySalesChannel])
          expect(sumSigned(Object.values(sums).map(({ byCurrency }) => byCurrency[currency]?.shop ?? '0'))).toBe(shop);
      }
    }
  });

  it('the order of rows and events makes no difference, and the same file twice is equal', () => {
    for (let run = 0; run < 50; run++) {
      const { orders, events } = history();
      const first = reconciled(orders, events);
      const again = reconciled(shuffled(orders), shuffled(events));
      const sorted = (all: typeof first.all) => all.map((one) => JSON.stringify(one)).sort();
      expect(sorted(again.all)).toEqual(sorted(first.all));
      expect(again.figures.total).toEqual(first.figures.total);
    }
  });
});
