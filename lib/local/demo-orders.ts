import { days, minutes } from '#shared/values/durations.ts';
import { historyDays, startOfDay } from './demo-ads.ts';
import { type Api, customerOf, happeningsOf, type Keys } from './demo-history.ts';

/** The main list of orders has two weeks; the shop's own export has the days before. */
export const listDays = { first: historyDays - 16, last: historyDays - 3 };
export const exportDays = { first: listDays.first - 7, last: listDays.first - 1 };
/** On each of these days, the shop's list says something else about an ad's first order in dollars. */
const differences = {
  refunded: 15,
  cancelled: 17,
  priced: 18,
  refundUnknown: 19,
  cancelUnknown: 22,
  deleted: 20,
};
const refundAmount = 30;

type Order = {
  order_id: string;
  occurred_at: string;
  value: string;
  currency: string;
  status: string;
  refunded?: string;
  test?: string;
  svc_click_id?: string;
  external_user_id?: string;
};
type Sent = {
  event_type: string;
  event_id: string;
  value: number;
  currency: string;
  occurred_at?: string;
  svc_click_id?: string;
};
type DatedEvent = Sent & { at: number };
type AdClick = { at: number; sid: string; day: number };
type Adjustment = { event_id: string; net_value: string; reason: string; effective_at: string };

const idOf = ({ event_id }: Sent) => event_id.replace(/^.*:/, '');
const timeText = (at: number) => new Date(at).toISOString();
const valueText = ({ value }: Sent) => Math.abs(value).toFixed(2);

/** Returns the orders and clicks of these days as the demo's history sends them. */
async function sentIn({ first, last }: typeof listDays, keys: Keys, until: number) {
  const sentOrders = new Map<string, DatedEvent>();
  const clicks: AdClick[] = [];
  for (let day = first; day <= last; day++) {
    let now = 0;
    const notes = {
      async sendConversion({ body }: { body: Partial<Sent> & { events?: Sent[] } }) {
        for (const event of body.events ?? [body as Sent])
          if (event.event_type === 'order_created' && event.event_id !== undefined) sentOrders.set(event.event_id, { ...event, at: now });
      },
      async createSession({ body: { sid = '', url = '' } }: { body: { sid?: string; url?: string } }) {
        if (url.includes('svc_campaign=')) clicks.push({ at: now, sid, day });
      },
      async sendPixelEvents() {},
    } as unknown as Api;
    for (const { at, send } of happeningsOf(day, startOfDay(day, until), keys).flat()) {
      now = at;
      await send(notes);
    }
  }
  const orders = [...sentOrders.values()]
    .map((event) => ({ ...event, at: Date.parse(event.occurred_at ?? timeText(event.at)) }))
    .filter(({ at }) => at >= startOfDay(first, until));
  return { orders, clicks };
}

const currencyOf = ({ currency }: Sent) => (currency === 'dollars' ? 'USD' : currency);

/** The demo shop's list of orders differs from the service's, and lacks a deleted order. */
export async function demoBooks(keys: Keys, until: number): Promise<{ orders: Order[]; adjustments: Adjustment[] }> {
  const { orders: sentOrders, clicks } = await sentIn(listDays, keys, until);
  const adClicks = new Set(clicks.map(({ sid }) => sid));
  const firstOn = (day: number) =>
    sentOrders.find(
      ({ event_id, currency, svc_click_id = '' }) =>
        currency === 'USD' && event_id.includes(`:NW-${100 + day}`) && adClicks.has(svc_click_id),
    );
  const differing = new Map(Object.entries(differences).map(([name, day]) => [firstOn(day)?.event_id, name as keyof typeof differences]));
  const orderOf = (event: DatedEvent): Order | [] => {
    const order = {
      order_id: idOf(event),
      occurred_at: timeText(event.at),
      value: valueText(event),
      currency: currencyOf(event),
      status: 'paid',
    };
    switch (differing.get(event.event_id)) {
      case 'deleted':
        return [];
      case 'refunded':
        return { ...order, status: 'partially_refunded', refunded: refundAmount.toFixed(2) };
      case 'refundUnknown':
        return { ...order, status: 'refunded', refunded: order.value };
      case 'cancelled':
      case 'cancelUnknown':
        return { ...order, status: 'cancelled' };
      case 'priced':
        return { ...order, value: (event.value - 10).toFixed(2) };
      default:
        return order;
    }
  };
  const adjusted = (day: number, reason: string, netOf: (event: DatedEvent) => number): Adjustment[] => {
    const event = firstOn(day);
    return event
      ? [
          {
            event_id: event.event_id,
            net_value: netOf(event).toFixed(2),
            reason,
            effective_at: timeText(event.at + days(1)),
          },
        ]
      : [];
  };
  const noon = (day: number) => timeText(startOfDay(day, until) + days(0.5));
  const lost = (id: number, day: number, value: string, more: Partial<Order> = {}): Order => ({
    order_id: `NW-M${id}`,
    occurred_at: noon(day),
    value,
    currency: 'USD',
    status: 'paid',
    ...more,
  });
  const click = clicks.find(({ day }) => day === 23);
  const missing = [
    lost(1, 20, '79.00'),
    lost(2, 23, '89.00', click && { occurred_at: timeText(click.at + minutes(20)), svc_click_id: click.sid }),
    lost(3, 25, '119.00', { external_user_id: customerOf(24) }),
  ];
  const noSales = [lost(4, 21, '1.00', { test: 'true' }), lost(5, 24, '99.00', { status: 'pending' })];
  return {
    orders: [...sentOrders.flatMap(orderOf), ...missing, ...noSales],
    adjustments: [
      ...adjusted(differences.refunded, 'refund', ({ value }) => value - refundAmount),
      ...adjusted(differences.cancelled, 'cancellation', () => 0),
    ],
  };
}

const columns = [
  ...(['order_id', 'occurred_at', 'value', 'currency', 'status', 'refunded', 'test'] as const),
  ...(['svc_click_id', 'external_user_id'] as const),
];
const csv = (rows: readonly (readonly string[])[]): string => rows.map((cells) => `${cells.join(',')}\n`).join('');
export const orderList = (orders: readonly Order[]): string =>
  csv([columns, ...orders.map((order) => columns.map((column) => order[column] ?? ''))]);

const firstShopId = 5_159_806_763_157;

/** The shop's own export names an order by a long ID, and by the number that the events have. */
export async function shopExport(keys: Keys, until: number): Promise<string> {
  const { orders } = await sentIn(exportDays, keys, until);
  return csv([
    ['Name', 'Financial Status', 'Paid at', 'Currency', 'Total', 'Refunded Amount', 'Id'],
    ...orders.map((event, place) => [
      `#${idOf(event)}`,
      'paid',
      timeText(event.at),
      currencyOf(event),
      valueText(event),
      '0.00',
      String(firstShopId + place * 32_771),
    ]),
  ]);
}
