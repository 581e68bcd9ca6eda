import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from 'aws-lambda';
import { makeDeps as makeConversionDeps } from '#functions/http/conversions/deps.ts';
import * as conversions from '#functions/http/conversions/endpoints.ts';
import { makeDeps as makePixelDeps } from '#functions/http/pixel/deps.ts';
import * as pixel from '#functions/http/pixel/endpoints.ts';
import { client } from '#shared/http/client.ts';
import { httpLambda } from '#shared/http/lambda.ts';
import { days, hours, minutes } from '#shared/values/durations.ts';
import { demoVisitor } from './demo-visitors.ts';
import { gateway, type Route } from './gateway.ts';

type Keys = { public_key: string; secret_key: string };
type Ad = {
  campaign: string;
  group: string;
  ad: string;
  weight: number;
  buys: number;
  price: number;
  currency: string;
};

/** Three campaigns, eight ads, two currencies. People who come back for their cart leave it at checkout. */
const ads: readonly Ad[] = [
  {
    campaign: 'spring_sale',
    group: 'running_shoes',
    ad: 'ad_42',
    weight: 9,
    buys: 0.17,
    price: 89,
    currency: 'USD',
  },
  {
    campaign: 'spring_sale',
    group: 'running_shoes',
    ad: 'ad_43',
    weight: 6,
    buys: 0.12,
    price: 89,
    currency: 'USD',
  },
  {
    campaign: 'spring_sale',
    group: 'trail_shoes',
    ad: 'ad_51',
    weight: 4,
    buys: 0.15,
    price: 119,
    currency: 'USD',
  },
  {
    campaign: 'brand_search',
    group: 'brand_exact',
    ad: 'ad_11',
    weight: 5,
    buys: 0.3,
    price: 79,
    currency: 'USD',
  },
  {
    campaign: 'brand_search',
    group: 'brand_exact',
    ad: 'ad_12',
    weight: 3,
    buys: 0.24,
    price: 79,
    currency: 'USD',
  },
  {
    campaign: 'europe_autumn',
    group: 'hiking_boots',
    ad: 'ad_61',
    weight: 5,
    buys: 0.14,
    price: 139,
    currency: 'EUR',
  },
  {
    campaign: 'europe_autumn',
    group: 'hiking_boots',
    ad: 'ad_62',
    weight: 3,
    buys: 0.1,
    price: 139,
    currency: 'EUR',
  },
  {
    campaign: 'europe_autumn',
    group: 'cart_leavers',
    ad: 'ad_71',
    weight: 5,
    buys: 0.02,
    price: 109,
    currency: 'EUR',
  },
];
const organicWeight = 9;
const weekdays = [1.15, 0.95, 0.9, 0.9, 1, 1.1, 1.25];
const historyDays = 30;
const lanesAtOnce = 24;
const dayMs = days(1);
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A day of the shop: what happened, at which moment. Always the same for a day's number. */
type Happening = { at: number; send: (api: Api) => Promise<unknown> };
type Api = ReturnType<typeof apiAt>;

/** The service's own endpoints in this process, at whatever moment the clock says. */
function apiAt(clock: { now: number }) {
  const host = { now: () => clock.now };
  const routes: Route[] = [
    {
      endpoints: Object.values(pixel),
      handler: httpLambda(Object.values(pixel), () => makePixelDeps(host)) as Route['handler'],
    },
    {
      endpoints: Object.values(conversions),
      handler: httpLambda(Object.values(conversions), () => makeConversionDeps(host)) as Route['handler'],
    },
  ];
  const nowhere = (_event: unknown, _context: Context) => Promise.reject(new Error('No such route.'));
  const { handle } = gateway(routes, nowhere);
  const send = async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const answer = await handle({
      ...{ method: request.method, path: pathname, query: search.slice(1), headers: [...request.headers] },
      ...{ body: Buffer.from(await request.arrayBuffer()), sourceIp: '127.0.0.1' },
    });
    return new Response(answer.body as string, {
      status: answer.status,
      headers: answer.headers as Record<string, string>,
    });
  };
  return { ...client(pixel, send), ...client(conversions, send) };
}

/** Numbers from 0 to 1, always the same for a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Progress = { until: number; days: number };
const progressFile = (directory: string) => join(directory, 'demo-history.json');

/** Says of a folder whose demo account is yet to be made that it gets the 30 days until `now`. */
export const planDemoHistory = (directory: string, now: number): Promise<void> =>
  writeFile(progressFile(directory), JSON.stringify({ until: now, days: 0 } satisfies Progress), {
    mode: 0o600,
  });

/**
 * Thirty days of a shop for the demo account, through the service's own endpoints under a clock that is set back. Goes
 * on where it was stopped: what it sends of a day is always the same, so that nothing counts twice. Returns whether there
 * was something to add.
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
    const start = Math.floor(progress.until / dayMs) * dayMs - (historyDays - 1 - day) * dayMs;
    const visitors = dayOf(day, start, keys);
    // Each lane has a clock of its own, so that visitors are side by side and what one does is in order.
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

/** What each visitor of a day did, and at the end what came without one. */
function dayOf(day: number, start: number, { public_key: key, secret_key }: Keys): Happening[][] {
  const random = randomFrom(1000 + day);
  const id = (prefix: string) =>
    prefix + Array.from({ length: 22 }, () => letters[Math.floor(random() * letters.length)]).join('');
  const headers = { authorization: `Bearer ${secret_key}` };
  const visitors: Happening[][] = [];
  const add = (at: number, send: Happening['send']) => visitors.at(-1)?.push({ at: Math.floor(at), send });
  const order = (at: number, body: Record<string, unknown>) =>
    add(at, (api) => api.sendConversion({ headers, body: body as never }));
  const browser = (at: number, sid: string, path: string, ...types: string[]) =>
    add(at, (api) => {
      const events = types.map((event_type) => ({ event_type, url: `https://northwind.example${path}` }));
      return api.sendPixelEvents({ body: { key, sid, events } });
    });
  /** The form of the ad channel, in which a click id may be missing. */
  const withoutClick = (at: number, event_id: string, value: number, more: object = {}) =>
    add(at, (api) =>
      api.sendConversion({
        headers,
        body: {
          events: [{ event_id, event_type: 'order_created', value, currency: 'USD', ...more }],
        } as never,
      }),
    );

  const weekday = new Date(start).getUTCDay();
  const sessions = Math.round((32 + day * 0.55 + random() * 8) * (weekdays[weekday] ?? 1));
  let number = 0;
  let hasCustomer = false;
  for (let visit = 0; visit < sessions; visit++) {
    visitors.push([]);
    // Most people come in the afternoon and in the evening.
    const at = start + (0.25 + 0.72 * Math.sqrt(random())) * dayMs;
    const ad = pick(random());
    const sid = id('s_');
    // Since a change of its links, one ad names its group by a macro that its network does not know.
    const group = ad?.ad === 'ad_62' && day >= 14 ? '{{adset.name}}' : ad?.group;
    const query = ad ? `?svc_campaign=${ad.campaign}&svc_ad_group=${group}&svc_ad_id=${ad.ad}` : '';
    const landing = ad ? `/${ad.group.replace('_', '-')}` : '/';
    // Now and then the script of the page is slow, so that the order is there before the click.
    const isLate = ad !== null && day % 6 === 2 && visit === 5;
    // A seed of its own: what is known of visitors moves no figure of the shop.
    const sourceSeed = 100_000 + day * 1000 + visit;
    const clickAt = isLate ? at + minutes(40) : at;
    add(clickAt, (api) => {
      const { source, referrer, userAgent, isWebdriver } = demoVisitor(
        randomFrom(sourceSeed),
        ad?.campaign,
        buys,
      );
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
      browser(
        at + 240_000,
        sid,
        '/checkout',
        'items_added',
        ...(reachesCheckout ? ['checkout_started'] : []),
      );
    if (!buys) continue;
    const orderAt = at + minutes(5);
    const pairs = random() < 0.15 ? 2 : 1;
    const event = {
      event_type: 'order_created',
      event_id: `order_created:NW-${10_000 + day * 100 + number++}`,
      value: pairs * (ad?.price ?? 99) + (random() < 0.3 ? 4.95 : 0),
      currency: ad?.currency ?? 'USD',
      svc_click_id: sid,
      // The first buyer of a day who came by an ad is a customer with an account.
      ...(ad && !hasCustomer && { external_user_id: customerOf(day) }),
      properties: { item_count: pairs },
      occurred_at: new Date(Math.floor(orderAt) - 2000).toISOString(),
    };
    hasCustomer ||= ad !== null;
    order(orderAt, event);
    // A shop that retries after a timeout.
    if (number % 9 === 4) order(orderAt + 4000, event);
  }
  visitors.push([]);
  // Orders without an ad: by phone, with a cookie that was lost, with a cookie of another shop.
  const noon = start + dayMs / 2;
  // In the days in which an event still waits for its user, the customer of the day before orders by phone.
  const caller = day >= historyDays - 6 && { external_user_id: customerOf(day - 1) };
  if (day % 2 === 0) withoutClick(noon + 1, `order_created:NW-P${day}`, 129, { ...caller });
  const plain = { event_type: 'order_created', currency: 'USD', svc_click_id: id('s_') };
  if (day % 3 === 0) order(noon + 2, { ...plain, event_id: `order_created:NW-U${day}`, value: 79 });
  // Faults of the shop's own: a missing id, a negative value, a currency that is none, an id used twice.
  if (day % 5 === 3) order(noon + 3, { ...plain, value: 59 });
  if (day % 7 === 4) order(noon + 4, { ...plain, event_id: `order_created:NW-R${day}`, value: -25 });
  if (day % 8 === 5)
    order(noon + 5, { ...plain, event_id: `order_created:NW-C${day}`, value: 89, currency: 'dollars' });
  if (day === 26) {
    withoutClick(noon + 6, `order_created:NW-T${day}`, 89);
    withoutClick(noon + minutes(1), `order_created:NW-T${day}`, 149);
  }
  // A nightly import that brings an order of two days ago.
  if (day % 9 === 8) {
    const occurred_at = new Date(start - 2 * dayMs).toISOString();
    withoutClick(start + hours(2), `order_created:NW-I${day}`, 95, { occurred_at });
  }
  return visitors;
}

const customerOf = (day: number) => `customer-${day}`;

const total = ads.reduce((sum, { weight }) => sum + weight, organicWeight);
/** An ad by its weight; null for a visitor who came by himself. */
function pick(random: number): Ad | null {
  let rest = random * total;
  for (const ad of ads) {
    rest -= ad.weight;
    if (rest < 0) return ad;
  }
  return null;
}
