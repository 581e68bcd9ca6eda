/** `body` has parsed JSON, or the lines of another text. */
export type Answer = { status: number; body: unknown };
export type Answers = Record<string, Answer>;
export type Send = (path: string) => Promise<Answer>;
/** Both are UTC days. */
export type Period = { from: string; to: string };
type Json = Record<string, unknown>;

const categories = [
  'excluded',
  'doubled',
  'rejected',
  'missing',
  'currency_differs',
  'value_differs',
  'day_differs',
  'unattributed',
  'ok',
  'extra',
];
const outcomes = ['matched', 'unmatched', 'duplicate', 'conflict', 'rejected'];
const allReceipts = 8;

const listsOf = (period: string) => [
  'account/activity?limit=100',
  'auth/me',
  'credits?limit=100',
  `exchange-rates?${period}`,
  'licences',
  'licences/invitations',
  'notifications/email-preferences',
  'pixel/reconciliation-rules',
  'pixel/keys',
  'pixel/channel-rules',
  'pixel/traffic-rules',
  'pixel/settings',
  'spend/aliases',
  `spend/joins?${period}`,
  'competitors/prompts',
  'dashboard/assistant-ads-reports',
  'dashboard/company-competitors',
  'dashboard/search-ads-keywords',
];

function reportsOf({ from, to }: Period): string[] {
  const period = `from=${from}&to=${to}`;
  const last30 = `from=${dayBefore(to, 30)}&to=${to}`;
  const groups = ['channel', 'campaign', 'channel,campaign', 'campaign,ad_group,ad_id', 'pixel_key', 'day', 'week', 'month,channel'];
  return [
    ...groups.map((fields) => `performance?${period}&paid=all&limit=1000&group_by=${fields}`),
    ...['occurred', 'click'].map((basis) => `performance?${period}&time_basis=${basis}&adjusted_on=adjustment`),
    ...['traffic=all', 'currency=USD', 'compare=previous_period'].map((query) => `performance?${period}&${query}`),
    `performance?${period}&time_zone=America/St_Johns&group_by=day`,
    `performance.csv?${period}&paid=all&group_by=campaign,ad_id`,
    ...['occurred', 'received', 'click'].map((basis) => `conversions?${period}&time_basis=${basis}`),
    ...['campaign', 'ad_id', 'event_type'].map((group) => `conversions?${period}&group_by=${group}&interval=week`),
    `conversions.csv?${period}&group_by=campaign,ad_id`,
    ...['funnel', 'traffic'].flatMap((name) => [`${name}?${last30}`, `${name}.csv?${last30}`]),
  ];
}

export const dayBefore = (day: string, days: number): string => new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

/** The period ends yesterday, so that a service that goes on answers the same for it. */
export function periodAt(now: number): Period {
  const to = dayBefore(new Date(now).toISOString().slice(0, 10), 1);
  return { from: dayBefore(to, 35), to };
}

/** Asks every version the same. A list is asked page by page, and its IDs lead to details and receipts. */
export async function answersOf(
  send: Send,
  period: Period,
  { maxPages = Number.POSITIVE_INFINITY, maxDetails = Number.POSITIVE_INFINITY } = {},
): Promise<Answers> {
  const answers: Answers = {};
  const ask = async (path: string): Promise<Json> => {
    answers[path] = await send(path);
    return answers[path].body as Json;
  };
  const pagesOf = async (path: string): Promise<Json[]> => {
    const pages: Json[] = [];
    let cursor: unknown = null;
    do {
      const next = cursor ? `&cursor=${encodeURIComponent(String(cursor))}` : '';
      const answer = await send(`${path}${next}`);
      pages.push(answer.body as Json);
      answers[`${path} page ${pages.length}`] = answer;
      cursor = (answer.body as Json).next_cursor;
    } while (cursor && pages.length < maxPages);
    return pages;
  };
  const idsIn = (body: Json, list: string, field: string) =>
    ((body[list] ?? []) as Json[]).slice(0, maxDetails).map((item) => String(item[field]));

  const days = `from=${period.from}&to=${period.to}`;
  for (const path of listsOf(days)) await ask(path);
  for (const path of reportsOf(period)) await ask(`pixel/reports/${path}`);
  for (const id of idsIn(await ask('spend/imports?limit=100&environment=live'), 'imports', 'import_id')) await ask(`spend/imports/${id}`);
  const reconciliations = await ask('pixel/reconciliations?limit=50');
  for (const id of idsIn(reconciliations, 'reconciliations', 'reconciliation_id')) {
    await ask(`pixel/reconciliations/${id}`);
    for (const category of categories) await pagesOf(`pixel/reconciliations/${id}/rows?category=${category}`);
  }
  for (const id of idsIn(await ask('webhook-endpoints'), 'endpoints', 'id')) await ask(`webhook-endpoints/${id}/deliveries`);
  const log = `pixel/events?${days}&limit=100`;
  const events = (await pagesOf(log)).flatMap((page) => (page.events ?? []) as Json[]);
  for (const outcome of outcomes) await pagesOf(`${log}&outcome=${outcome}`);
  const ids = events.flatMap(({ event_id }) => (typeof event_id === 'string' ? [event_id] : []));
  const isAdjusted = (id: string) => events.some((event) => event.event_id === id && event.adjustment);
  const receipts = [...new Set(ids)].filter((id, at) => at % allReceipts === 0 || isAdjusted(id));
  for (const id of receipts.slice(0, maxDetails)) {
    await ask(`pixel/events/${encodeURIComponent(id)}`);
    await ask(`pixel/events/${encodeURIComponent(id)}/adjustment`);
  }
  for (const id of idsIn({ events: events.slice(0, 20) }, 'events', 'id')) await ask(`pixel/events/${encodeURIComponent(id)}/sent`);
  return answers;
}
