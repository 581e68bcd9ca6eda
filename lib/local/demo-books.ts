import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { days, minutes } from '#shared/values/durations.ts';
import { dayIn } from '#shared/values/zone-calendar.ts';
import { historyDays, startOfDay } from './demo-ads.ts';
import { type Api, customerOf, happeningsOf, type Keys } from './demo-history.ts';

const deletedDay = 20;
const [firstDay, lastDay] = [historyDays - 16, historyDays - 3];

type Order = {
  order_id: string;
  occurred_at: string;
  value: string;
  currency: string;
  status: string;
  test?: string;
  svc_click_id?: string;
  external_user_id?: string;
};
type Sent = { event_type: string; event_id: string; value: number; currency: string; occurred_at?: string };
type Refund = { event_id: string; net_value: string; effective_at: string };

const idOf = ({ event_id }: Sent) => event_id.replace(/^.*:/, '');
const timeText = (at: number) => new Date(at).toISOString();

/** The demo shop's list of orders differs from the service's, and lacks a deleted order. */
export async function demoBooks(
  keys: Keys,
  until: number,
): Promise<{ orders: Order[]; refund: Refund | null }> {
  const sentOrders = new Map<string, Sent & { at: number }>();
  const clicks: { at: number; sid: string; day: number }[] = [];
  for (let day = firstDay; day <= lastDay; day++) {
    let now = 0;
    const notes = {
      async sendConversion({ body }: { body: Partial<Sent> & { events?: Sent[] } }) {
        for (const event of body.events ?? [body as Sent])
          if (event.event_type === 'order_created' && event.event_id !== undefined)
            sentOrders.set(event.event_id, { ...event, at: now });
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
  const all = [...sentOrders.values()].map((event) => ({
    ...event,
    at: Date.parse(event.occurred_at ?? timeText(event.at)),
  }));
  const keptOrders = all.filter(({ at }) => at >= startOfDay(firstDay, until));
  const refunded = keptOrders.find(
    ({ event_id, currency }) => currency === 'USD' && event_id.includes(':NW-1'),
  );
  const deleted = keptOrders.find(({ event_id }) => event_id.includes(`:NW-${100 + deletedDay}`));
  const refundedTo = refunded && (refunded.value - 30).toFixed(2);
  const orders = keptOrders
    .filter((event) => event !== deleted)
    .map((event) => ({
      ...{ order_id: idOf(event), occurred_at: timeText(event.at), status: 'paid' },
      value: event === refunded && refundedTo ? refundedTo : Math.abs(event.value).toFixed(2),
      currency: event.currency === 'dollars' ? 'USD' : event.currency,
    }));
  const noon = (day: number) => timeText(startOfDay(day, until) + days(0.5));
  const lost = (id: number, day: number, value: string, more: Partial<Order> = {}): Order => ({
    ...{ order_id: `NW-M${id}`, occurred_at: noon(day), value, currency: 'USD', status: 'paid' },
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
    orders: [...orders, ...missing, ...noSales],
    refund:
      refunded && refundedTo
        ? {
            event_id: refunded.event_id,
            net_value: refundedTo,
            effective_at: timeText(refunded.at + days(1)),
          }
        : null,
  };
}

const columns = [
  ...(['order_id', 'occurred_at', 'value', 'currency', 'status', 'test', 'svc_click_id'] as const),
  'external_user_id',
] as const;
const fileOf = (orders: readonly Order[]): string =>
  [columns, ...orders.map((order) => columns.map((column) => order[column] ?? ''))]
    .map((cells) => `${cells.join(',')}\n`)
    .join('');

type Host = {
  api: string;
  directory: string;
  keys: Keys;
  accessToken: string;
  counted: () => Promise<void>;
};
type State = { until: number; isAdded: boolean };

const stateFile = (directory: string) => join(directory, 'demo-books.json');
const writeState = (directory: string, state: State) =>
  writeFile(stateFile(directory), JSON.stringify(state), { mode: 0o600 });

export const planDemoBooks = (directory: string, now: number): Promise<void> =>
  writeState(directory, { until: now, isAdded: false });

export async function addDemoBooks({ api, directory, keys, accessToken, counted }: Host): Promise<void> {
  const state: State | null = await readFile(stateFile(directory), 'utf8').then(JSON.parse, () => null);
  if (!state || state.isAdded) return;
  const send = async <T>(method: string, path: string, type?: string, body?: string): Promise<T> => {
    const response = await fetch(`${api}/api/v1/pixel/${path}`, {
      method,
      headers: { authorization: `Bearer ${accessToken}`, ...(type && { 'content-type': type }) },
      ...(body && { body }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const { orders, refund } = await demoBooks(keys, state.until);
  if (refund) {
    const { event_id, ...adjustment } = refund;
    const body = JSON.stringify({ ...adjustment, reason: 'refund' });
    await send('PUT', `events/${encodeURIComponent(event_id)}/adjustment`, 'application/json', body);
  }
  const { reconciliations } = await send<{ reconciliations: unknown[] }>('GET', 'reconciliations');
  if (reconciliations.length === 0) {
    await counted();
    const [from, to] = [firstDay, lastDay].map((day) => dayIn('UTC', startOfDay(day, state.until)));
    await send('POST', `reconciliations?from=${from}&to=${to}`, 'text/csv', fileOf(orders));
  }
  await writeState(directory, { ...state, isAdded: true });
}
