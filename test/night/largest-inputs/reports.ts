import { each } from '#test/limits/largest-bodies.ts';
import type { Account } from './account.ts';
import { ordersJson } from './files.ts';
import type { Input } from './inputs.ts';

const days = ['2026-11-20', '2026-11-21', '2026-11-22'];
const period = 'from=2026-11-01&to=2026-11-28';
const longPeriod = 'from=2024-11-29&to=2026-11-28';

/** Three imports of the most rows, all of one campaign, which has the most aliases; and orders without an event. */
export async function fill(account: Account): Promise<string> {
  const aliases = each(1000, (at) => ({ level: 'campaign', value: `ours${at}`, id: 'c1' }));
  await account.call('PUT', '/api/v1/spend/aliases', JSON.stringify({ aliases }), {
    'content-type': 'application/json',
  });
  for (const day of days) {
    const rows = each(50_000, (at) => `${day},c1,Brand,a${at},1.25,3`);
    const answer = await account.call(
      'POST',
      '/api/v1/spend/imports?network=google_ads&currency=USD',
      `Day,Campaign ID,Campaign,Ad ID,Cost,Clicks\n${rows.join('\n')}`,
      { 'content-type': 'text/csv' },
    );
    const work = await account.completed(answer);
    if (work !== 'completed') throw new Error(`The spend of the reports is ${work}.`);
  }
  const answer = await account.call('POST', '/api/v1/pixel/reconciliations', ordersJson(), {
    'content-type': 'application/json',
  });
  const { reconciliation_id: id } = (await answer.clone().json()) as { reconciliation_id: string };
  const work = await account.completed(answer);
  if (work !== 'completed') throw new Error(`The orders of the reports are ${work || answer.status}.`);
  return id;
}

/** Each report over all that its documented limits allow. */
export function reports(reconciliation: () => string): Input[] {
  const get = (name: string, path: string | (() => string)): Input => ({
    name,
    statuses: [200, 422],
    prepared: (account) => () => account.call('GET', typeof path === 'string' ? path : path()),
  });
  const post = (name: string, path: string | (() => string), body: object): Input => ({
    name,
    statuses: [200, 201, 202, 409, 422],
    prepared: (account) => () => account.post(typeof path === 'string' ? path : path(), body),
  });
  const performance = '/api/v1/pixel/reports/performance';
  const ofOrders = (rest: string) => () => `/api/v1/pixel/reconciliations/${reconciliation()}${rest}`;
  return [
    get('performance, one row', `${performance}?${period}&limit=1`),
    get('performance, the longest page', `${performance}?${period}&limit=10000&compare=previous_period`),
    get('performance as CSV', `${performance}.csv?${period}`),
    get('performance of a word', `${performance}?${period}&contains=a&sort=-value`),
    get('performance with rates', `${performance}?${period}&currency=EUR`),
    get('joins of spend', `/api/v1/spend/joins?${period}&limit=1000`),
    get('conversions of two years', `/api/v1/pixel/reports/conversions?${longPeriod}`),
    get('funnel of two years', `/api/v1/pixel/reports/funnel?${longPeriod}`),
    get('traffic of two years', `/api/v1/pixel/reports/traffic?${longPeriod}`),
    get('rows of a reconciliation', ofOrders('/rows?category=missing&limit=1000')),
    post('preview of missing orders', ofOrders('/preview'), { repair: 'send_missing' }),
    post('preview of doubles', ofOrders('/preview'), { repair: 'void_doubles' }),
    post('channel rules tried', '/api/v1/pixel/channel-rules/apply', { from: '2026-09-01', dry_run: true }),
    post('traffic rules tried', '/api/v1/pixel/traffic-rules/apply', { from: '2026-09-01', dry_run: true }),
  ];
}
