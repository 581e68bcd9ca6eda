import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { Facts } from '#lib/local/host.ts';

/** `body` has parsed JSON, or the lines of another text. */
export type Answer = { status: number; body: unknown };
export type Answers = Record<string, Answer>;
type Json = Record<string, unknown>;
type Ask = (path: string, by?: 'user' | 'operator') => Promise<Json>;

const from = '2026-10-21';
const to = '2026-11-25';
const period = `from=${from}&to=${to}`;
const categories = [
  ...['excluded', 'doubled', 'rejected', 'missing', 'currency_differs', 'value_differs', 'day_differs'],
  ...['unattributed', 'ok', 'extra'],
];

const lists = [
  ...['account/activity?limit=100', 'auth/me', 'auth/recovery', 'competitors/prompts', 'credits?limit=100'],
  ...['competitors/discovery-status', 'dashboard/assistant-ads-reports', 'dashboard/company-competitors'],
  ...['dashboard/search-ads-keywords', `exchange-rates?${period}`, 'licences', 'licences/invitations'],
  ...[
    'notifications/ads-studio-dismissals',
    'notifications/early-access/status',
    'pixel/reconciliation-rules',
  ],
  ...['notifications/email-preferences', 'notifications/emails', 'notifications/walkthrough-status'],
  ...['pixel/channel-rules', 'pixel/traffic-rules', 'pixel/keys', 'pixel/settings', 'webhook-endpoints'],
  ...['spend/aliases', 'spend/imports?limit=100', `spend/joins?${period}`, 'pixel/reconciliations?limit=50'],
];

const performance = [
  ...['channel', 'campaign', 'channel,campaign', 'campaign,ad_group,ad_id', 'pixel_key', 'day', 'week'],
  'month,channel',
].map((fields) => `group_by=${fields}`);
const reports = [
  ...performance.map((query) => `performance?${period}&paid=all&limit=1000&${query}`),
  ...['occurred', 'click'].map((basis) => `performance?${period}&time_basis=${basis}&adjusted_on=adjustment`),
  ...[
    'traffic=all',
    'currency=USD',
    'compare=previous_period',
    'time_zone=America/St_Johns&group_by=day',
  ].map((query) => `performance?${period}&${query}`),
  `performance.csv?${period}&paid=all&group_by=campaign,ad_id`,
  ...['occurred', 'received', 'click'].map((basis) => `conversions?${period}&time_basis=${basis}`),
  ...['campaign', 'ad_id', 'event_type'].map(
    (group) => `conversions?${period}&group_by=${group}&interval=week`,
  ),
  `conversions.csv?${period}&group_by=campaign,ad_id`,
  ...['funnel', 'traffic'].flatMap((name) => [
    `${name}?from=2026-10-26&to=${to}`,
    `${name}.csv?from=2026-10-26&to=${to}`,
  ]),
];

const operators = [
  ...[
    'dev/activity?user_id=1',
    'dev/credits?user_id=1',
    'dev/credits/audit?user_id=1',
    'dev/ingest-limits?user_id=1',
  ],
  ...['dev/users/1', 'dev/users/1/events?environment=live&limit=100', 'dev/tracing/users/1', 'dev/waitlist'],
  ...['dev/tracing/users/search?email=demo', 'dev/tracing/search?q=demo', 'dev/tracing/search?q=northwind'],
  ...['dev/assistant-ads', 'dev/audit?limit=100', 'dev/managed-clients?manager_user_id=1', 'dev/webhooks'],
];

/** Asks the same questions of every version. A list is asked page by page, and its IDs lead to receipts. */
export async function answersOf({ api, demo, operator_token }: Facts): Promise<Answers> {
  const answers: Answers = {};
  const send = async (path: string, by: 'user' | 'operator', init: RequestInit = {}) => {
    const token = by === 'user' ? demo.access_token : operator_token;
    const headers = {
      ...(by === 'user'
        ? { authorization: `Bearer ${token}` }
        : { 'x-dev-token': token, 'x-svc-dev-token': token }),
      'content-type': 'application/json',
    };
    const response = await fetch(`${api}/api/v1/${path}`, { ...init, headers });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, body: isJson ? (JSON.parse(text) as Json) : text.split('\n') };
  };
  const ask: Ask = async (path, by = 'user') => {
    answers[path] = await send(path, by);
    return answers[path].body as Json;
  };
  const pagesOf = async (path: string): Promise<Json[]> => {
    const pages: Json[] = [];
    let cursor: unknown = null;
    do {
      const next = cursor ? `&cursor=${encodeURIComponent(String(cursor))}` : '';
      const { status, body } = await send(`${path}${next}`, 'user');
      pages.push(body as Json);
      answers[`${path} page ${pages.length}`] = { status, body };
      cursor = (body as Json).next_cursor;
    } while (cursor);
    return pages;
  };

  for (const path of lists) await ask(path);
  for (const path of operators) await ask(path, 'operator');
  for (const path of reports) await ask(`pixel/reports/${path}`);
  const idsIn = (body: Json, list: string, field = 'id') =>
    ((body[list] ?? []) as Json[]).map((item) => String(item[field]));
  for (const id of idsIn(await ask('spend/imports?limit=100&environment=live'), 'imports'))
    await ask(`spend/imports/${id}`);
  for (const id of idsIn(await ask('pixel/reconciliations'), 'reconciliations')) {
    await ask(`pixel/reconciliations/${id}`);
    for (const category of categories) await pagesOf(`pixel/reconciliations/${id}/rows?category=${category}`);
  }
  for (const id of idsIn(await ask('webhook-endpoints'), 'endpoints'))
    await ask(`webhook-endpoints/${id}/deliveries`);
  const events = (await pagesOf(`pixel/events?${period}&limit=100`)).flatMap(
    (page) => (page.events ?? []) as Json[],
  );
  for (const outcome of ['matched', 'unmatched', 'duplicate', 'conflict', 'rejected'])
    await pagesOf(`pixel/events?${period}&limit=100&outcome=${outcome}`);
  const receipts = [
    ...new Set(events.flatMap(({ event_id }) => (typeof event_id === 'string' ? [event_id] : []))),
  ];
  for (const [at, id] of receipts.entries()) {
    const event = `pixel/events/${encodeURIComponent(id)}`;
    if (at % 8 === 0 || events.some(({ event_id, adjustment }) => event_id === id && adjustment)) {
      await ask(event);
      await ask(`${event}/adjustment`);
    }
  }
  for (const id of idsIn({ events }, 'events', 'id').slice(0, 20))
    await ask(`pixel/events/${encodeURIComponent(id)}/sent`);
  answers['a new export'] = await newExport(send);
  return answers;
}

type Send = (path: string, by: 'user', init?: RequestInit) => Promise<Answer>;

async function newExport(send: Send): Promise<Answer> {
  const order = { from, to, environment: 'live', format: 'ndjson' };
  const created = await send('pixel/exports', 'user', { method: 'POST', body: JSON.stringify(order) });
  if (created.status >= 300) return created;
  const id = String((created.body as Json).export_id);
  for (let look = 0; look < 300; look++) {
    const { body } = await send(`pixel/exports/${id}`, 'user');
    const { url, status } = body as Json;
    if (typeof url === 'string') {
      const file = await fetch(url);
      const bytes = Buffer.from(await file.arrayBuffer());
      const text = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString();
      const lines = text.split('\n').filter(Boolean).sort();
      return { status: file.status, body: lines.map((line) => JSON.parse(line)) };
    }
    if (status === 'failed') return { status: 500, body };
    await delay(200);
  }
  throw new Error('The export is not done after a minute.');
}
