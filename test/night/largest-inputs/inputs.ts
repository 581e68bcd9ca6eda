import { gzipSync } from 'node:zlib';
import { endpoints } from '#functions/groups.ts';
import { bodies, each, text } from '#test/limits/largest-bodies.ts';
import type { Account } from './account.ts';
import { bodyBytes, files, ordersJson, spendJson, uploads, wrongOrdersJson, wrongSpendJson } from './files.ts';

export type Input = {
  name: string;
  /** The statuses that are right, so that an input cannot pass because it is refused for another reason. */
  statuses: readonly number[];
  /** The content is made before the measurement begins. */
  prepared(account: Account): () => Promise<Response>;
};

const spend = '/api/v1/spend/imports';
const orders = '/api/v1/pixel/reconciliations';
const adjustments = '/api/v1/pixel/adjustments';
const spendQuery = '?network=google_ads&currency=USD';
const orderQuery = '?time_zone=America/New_York&currency=USD';
const json = { 'content-type': 'application/json' };
const csv = { 'content-type': 'text/csv' };

const input = (name: string, statuses: readonly number[], prepared: Input['prepared']): Input => ({ name, statuses, prepared });
const sent = (name: string, path: string, body: () => string, statuses = [200, 201, 202, 422], headers = json) =>
  input(name, statuses, (account) => {
    const content = body();
    return () => account.call('POST', path, content, headers);
  });

const ofFiles = [
  ...Object.entries(files.spend).flatMap(([name, body]) => [
    sent(`spend, CSV: ${name}`, `${spend}${spendQuery}`, () => body, undefined, csv),
    input(`spend, CSV in gzip: ${name}`, [200, 201, 202, 422], (account) => {
      const content = gzipSync(body);
      return () => account.call('POST', `${spend}${spendQuery}`, content, { ...csv, 'content-encoding': 'gzip' });
    }),
  ]),
  ...Object.entries(files.orders).map(([name, body]) => sent(`orders, CSV: ${name}`, `${orders}${orderQuery}`, () => body, undefined, csv)),
  ...Object.entries(files.adjustments).map(([name, body]) => sent(`adjustments, CSV: ${name}`, adjustments, () => body, undefined, csv)),
];

function ofUpload(account: Account, body: () => string, path: string, facts: object) {
  const content = Buffer.from(body());
  return async () => account.post(path, { ...facts, upload_id: await account.upload(content) });
}

const ofUploads = [
  ...Object.entries(uploads.spend).flatMap(([name, body]) => [
    input(`spend, upload: ${name}`, [202], (account) => ofUpload(account, body, spend, { network: 'google_ads', currency: 'USD' })),
    input(`spend, dry run of an upload: ${name}`, [200, 422], (account) =>
      ofUpload(account, body, spend, { network: 'google_ads', currency: 'USD', dry_run: true }),
    ),
  ]),
  ...Object.entries(uploads.orders).map(([name, body]) =>
    input(`orders, upload: ${name}`, [202], (account) =>
      ofUpload(account, body, orders, { time_zone: 'America/New_York', currency: 'USD' }),
    ),
  ),
];

const eventOf = (at: number, length: number) => ({
  event_type: 'order_created',
  event_id: `order_created:${text(200, at)}`,
  value: '1',
  currency: 'USD',
  properties: { note: text(length, at) },
});
const ofEvents = [
  input('a batch of the most events', [200, 202, 207, 422], (account) => {
    const events = each(1000, (at) => eventOf(at, Math.floor(bodyBytes / 3 / 1000) - 350));
    return () => account.callWithKey('/api/v1/pixel/server-events', { events });
  }),
  input(
    'events of the pixel',
    [200, 202, 207, 422],
    (account) => () =>
      account.call(
        'POST',
        '/api/v1/pixel/events',
        JSON.stringify({
          key: account.publicKey,
          sid: 'x'.repeat(20),
          events: each(50, (at) => ({ type: 'page_viewed', properties: { note: text(1500, at) } })),
        }),
        { 'content-type': 'text/plain' },
      ),
  ),
  sent(
    'an image of a prompt',
    '/api/v1/competitors/my-ads/generate-template-prompt',
    () => JSON.stringify({ images: [`data:image/png;base64,${'A'.repeat(5_900_000)}`] }),
    [400, 402, 403, 404, 413, 422, 200, 202],
  ),
];

const ofLists = Object.entries(bodies)
  .filter(([id]) => id !== 'changeWebhookEndpoint')
  .map(([id, body]) => {
    const { method, path } = endpoints.find((endpoint) => endpoint.id === id) ?? { method: '', path: '' };
    const query = id === 'changeSettings' ? (key: string) => `?pixel_key=${key}` : () => '';
    return input(`${id}, its largest list`, [200, 201, 202, 207, 403, 422], (account) => {
      const content = JSON.stringify(body(text));
      return () => account.call(method, `${path}${query(account.publicKey)}`, content, json);
    });
  });

export const inputs: readonly Input[] = [
  sent('spend, JSON: the most rows', spend, spendJson),
  sent('spend, JSON: rows that are wrong', spend, wrongSpendJson, [422]),
  sent('orders, JSON: the most rows', orders, ordersJson, [202]),
  sent('orders, JSON: rows that are wrong', orders, wrongOrdersJson, [422]),
  ...ofFiles,
  ...ofUploads,
  ...ofEvents,
  ...ofLists,
];
