import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from 'aws-lambda';
import * as pixel from '#functions/http/pixel.ts';
import * as serverEvents from '#functions/http/server-events.ts';
import { client } from '#shared/http/client.ts';
import { httpLambda } from '#shared/http/lambda.ts';
import { days, hours, minutes } from '#shared/values/durations.ts';
import { currencyOn, historyDays, pickAd, randomFrom, startOfDay, visitAt, visitorsOn } from './demo-ads.ts';
import { botWave, demoVisitor } from './demo-visitors.ts';
import { gateway, type Route } from './gateway.ts';

export type Keys = { public_key: string; secret_key: string };
const lanesAtOnce = 24;
const dayMs = days(1);
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

type Happening = { at: number; send: (api: Api) => Promise<unknown> };
export type Api = ReturnType<typeof apiAt>;

function apiAt(clock: { now: number }) {
  const host = { now: () => clock.now };
  const routes = [pixel, serverEvents].map(({ endpoints, makeDeps }): Route => {
    const list = Object.values(endpoints);
    return { endpoints: list, handler: httpLambda(list, () => makeDeps(host)) as Route['handler'] };
  });
  const nowhere = (_event: unknown, _context: Context) => Promise.reject(new Error('No such route.'));
  const { handle } = gateway(routes, nowhere);
  const send = async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const answer = await handle({
      method: request.method,
      path: pathname,
      query: search.slice(1),
      headers: [...request.headers],
      body: Buffer.from(await request.arrayBuffer()),
      sourceIp: '127.0.0.1',
    });
    return new Response(answer.body as string, {
      status: answer.status,
      headers: answer.headers as Record<string, string>,
    });
  };
  return { ...client(pixel.endpoints, send), ...client(serverEvents.endpoints, send) };
}

type Progress = { until: number; days: number };
const progressFile = (directory: string) => join(directory, 'demo-history.json');

/** The plan is a file, so a restarted host still adds the 30 days until `now`. */
export const planDemoHistory = (directory: string, now: number): Promise<void> =>
  writeFile(progressFile(directory), JSON.stringify({ until: now, days: 0 } satisfies Progress), {
    mode: 0o600,
  });

/**
 * A demo day always has the same events, so an interrupted run can continue. Returns whether events were
 * missing.
 */
export async function addDemoHistory(
  keys: Keys,
  { directory, isStopped }: { directory: string; isStopped: () => boolean },
): Promise<boolean> {
  const file = progressFile(directory);
  const progress: Progress | null = await readFile(file, 'utf8').then(JSON.parse, () => null);
  if (!progress) return false;
  const lanes = Array.from({ length: lanesAtOnce }, () => {
    const clock = { now: progress.until };
    return { clock, api: apiAt(clock) };
  });
  for (let day = progress.days; day < historyDays; day++) {
    const start = startOfDay(day, progress.until);
    const visitors = happeningsOf(day, start, keys);
    // Lanes of visitors run in parallel; each lane has its own clock and keeps its requests in order.
    await Promise.all(
      lanes.map(async ({ clock, api }, lane) => {
        const happenings = visitors
          .filter((_, i) => i % lanes.length === lane)
          .flat()
          .filter(({ at }) => at < progress.until)
          .sort((a, b) => a.at - b.at);
        for (const { at, send } of happenings) {
          if (isStopped()) return;
          clock.now = at;
          await send(api);
        }
      }),
    );
    if (isStopped()) return false;
    await writeFile(file, JSON.stringify({ until: progress.until, days: day + 1 }), { mode: 0o600 });
  }
  return progress.days < historyDays;
}

export function happeningsOf(day: number, start: number, { public_key: key, secret_key }: Keys): Happening[][] {
  const random = randomFrom(1000 + day);
  const id = (prefix: string) => prefix + Array.from({ length: 22 }, () => letters[Math.floor(random() * letters.length)]).join('');
  const headers = { authorization: `Bearer ${secret_key}` };
  const visitors: Happening[][] = [];
  const add = (at: number, send: Happening['send']) => visitors.at(-1)?.push({ at: Math.floor(at), send });
  const order = (at: number, body: Record<string, unknown>) => add(at, (api) => api.sendConversion({ headers, body: body as never }));
  const browser = (at: number, sid: string, path: string, ...types: string[]) =>
    add(at, (api) => {
      const events = types.map((event_type) => ({ event_type, url: `https://northwind.example${path}` }));
      return api.sendPixelEvents({ body: { key, sid, events } });
    });
  /** The conversion format of ad channels allows a missing click ID. */
  const withoutClick = (at: number, event_id: string, value: number, more: object = {}) =>
    add(at, (api) =>
      api.sendConversion({
        headers,
        body: {
          events: [{ event_id, event_type: 'order_created', value, currency: 'USD', ...more }],
        } as never,
      }),
    );

  const sessions = visitorsOn(day, start, random());
  let number = 0;
  let hasCustomer = false;
  let hasDouble = false;
  for (let visit = 0; visit < sessions; visit++) {
    visitors.push([]);
    const at = visitAt(start, random());
    const ad = pickAd(random());
    const sid = id('s_');
    const group = ad?.ad === 'ad_62' && day >= 14 ? '{{adset.name}}' : ad?.group;
    const query = ad ? `?svc_campaign=${ad.campaign}&svc_ad_group=${group}&svc_ad_id=${ad.ad}` : '';
    const landing = ad ? `/${ad.group.replace('_', '-')}` : '/';
    const isLate = ad !== null && day % 6 === 2 && visit === 5;
    // A separate seed keeps the figures of the shop independent of the visitors' details.
    const sourceSeed = 100_000 + day * 1000 + visit;
    const clickAt = isLate ? at + minutes(40) : at;
    add(clickAt, (api) => {
      const { source, referrer, userAgent, isWebdriver } = demoVisitor(randomFrom(sourceSeed), ad?.campaign, buys);
      const url = `https://northwind.example${landing}${query}${source}`;
      return api.createSession({
        body: { key, sid, url, referrer, ...(isWebdriver && { webdriver: true }) },
        headers: { 'user-agent': userAgent },
      });
    });
    const looks = random() < 0.55 ? 2 : 1;
    browser(clickAt + 1500, sid, landing, ...Array.from({ length: looks }, () => 'page_viewed'));
    const buys = isLate || random() < (ad?.buys ?? 0.12);
    const leavesAtCheckout = !buys && random() < (ad?.group === 'cart_leavers' ? 0.6 : 0.1);
    const reachesCheckout = buys || leavesAtCheckout;
    if (reachesCheckout || random() < 0.12)
      browser(at + 240_000, sid, '/checkout', 'items_added', ...(reachesCheckout ? ['checkout_started'] : []));
    if (!buys) continue;
    const orderAt = at + minutes(5);
    const pairs = random() < 0.15 ? 2 : 1;
    const event = {
      event_type: 'order_created',
      event_id: `order_created:NW-${10_000 + day * 100 + number++}`,
      value: pairs * (ad?.price ?? 99) + (random() < 0.3 ? 4.95 : 0),
      currency: ad ? currencyOn(day, ad) : 'USD',
      svc_click_id: sid,
      ...(ad && !hasCustomer && { external_user_id: customerOf(day) }),
      properties: { item_count: pairs },
      occurred_at: new Date(Math.floor(orderAt) - 2000).toISOString(),
    };
    hasCustomer ||= ad !== null;
    order(orderAt, event);
    if (number % 9 === 4) order(orderAt + 4000, event);
    if (day === doubledDay && ad && !hasDouble) {
      hasDouble = true;
      order(orderAt + minutes(1), {
        ...event,
        event_type: 'purchase_completed',
        event_id: event.event_id.replace(/^.*:/, 'purchase_completed:'),
      });
    }
  }
  visitors.push([]);
  const noon = start + dayMs / 2;
  const caller = day >= historyDays - 6 && { external_user_id: customerOf(day - 1) };
  if (day % 2 === 0) withoutClick(noon + 1, `order_created:NW-P${day}`, 129, { ...caller });
  const plain = { event_type: 'order_created', currency: 'USD', svc_click_id: id('s_') };
  if (day % 3 === 0) order(noon + 2, { ...plain, event_id: `order_created:NW-U${day}`, value: 79 });
  if (day % 5 === 3) order(noon + 3, { ...plain, value: 59 });
  if (day % 7 === 4) order(noon + 4, { ...plain, event_id: `order_created:NW-R${day}`, value: -25 });
  if (day % 8 === 5) order(noon + 5, { ...plain, event_id: `order_created:NW-C${day}`, value: 89, currency: 'dollars' });
  if (day === 26) {
    withoutClick(noon + 6, `order_created:NW-T${day}`, 89);
    withoutClick(noon + minutes(1), `order_created:NW-T${day}`, 149);
  }
  if (day % 9 === 8) {
    const occurred_at = new Date(start - 2 * dayMs).toISOString();
    withoutClick(start + hours(2), `order_created:NW-I${day}`, 95, { occurred_at });
  }
  for (const { at, url, userAgent } of botWave(day, noon)) {
    visitors.push([]);
    const sid = id('s_');
    add(at, (api) => api.createSession({ body: { key, sid, url, webdriver: true }, headers: { 'user-agent': userAgent } }));
  }
  return visitors;
}

const doubledDay = 25;
export const customerOf = (day: number) => `customer-${day}`;
