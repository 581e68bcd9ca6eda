// The test compiles this with TypeScript 5 in strict mode, and runs it against a host.
import createClient from 'openapi-fetch';
import type { paths } from './api.js';

const { API = '', TOKEN = '', SECRET_KEY = '', PUBLIC_KEY = '' } = process.env;
const account = createClient<paths>({ baseUrl: API, headers: { authorization: `Bearer ${TOKEN}` } });
const backEnd = createClient<paths>({ baseUrl: API, headers: { authorization: `Bearer ${SECRET_KEY}` } });

function fail(operation: string): never {
  throw new Error(`${operation} has no data.`);
}

const me = (await account.GET('/api/v1/auth/me')).data ?? fail('readMe');
const click =
  (
    await account.POST('/api/v1/pixel/sessions', {
      body: { key: PUBLIC_KEY, url: 'https://shop.example/?svc_campaign=spring&svc_ad_id=ad_1' },
    })
  ).data ?? fail('createSession');
const order = {
  event_type: 'order_created',
  event_id: 'order_created:typed-client-1',
  svc_click_id: click.sid,
  value: 12.5,
  currency: 'USD',
};
const sent = (await backEnd.POST('/api/v1/pixel/server-events', { body: order })).data ?? fail('sendConversion');
if (!('matched' in sent)) throw new Error('A single event is answered with its result.');
const refused = await backEnd.POST('/api/v1/pixel/server-events', {
  body: { ...order, event_type: 'Not a name' },
});
const batch = await backEnd.POST('/api/v1/pixel/server-events', { body: { events: [order] } });
if (!batch.data || !('results' in batch.data)) throw new Error('A batch is answered with its results.');
const totals =
  (await account.GET('/api/v1/pixel/reports/conversions', { params: { query: { group_by: 'campaign' } } })).data ??
  fail('reportConversions');
const table = await account.GET('/api/v1/pixel/reports/conversions.csv', { parseAs: 'text' });
const funnel = (await account.GET('/api/v1/pixel/reports/funnel')).data ?? fail('reportFunnel');
const log = (await account.GET('/api/v1/pixel/events')).data ?? fail('listEvents');
const receipt =
  (
    await account.GET('/api/v1/pixel/events/{event_id}', {
      params: { path: { event_id: order.event_id }, query: { environment: 'live' } },
    })
  ).data ?? fail('readConversion');
const keys = (await account.GET('/api/v1/pixel/keys')).data ?? fail('listKeys');
const endpoints = (await account.GET('/api/v1/webhook-endpoints')).data ?? fail('listWebhookEndpoints');

const userId: number = me.id;
const campaign: string | null | undefined = sent.campaign;
const counts: number[] = totals.rows.map(({ count }) => count);
process.stdout.write(
  `${JSON.stringify({
    userId,
    matched: sent.matched,
    campaign,
    problem: refused.error && 'detail' in refused.error && Array.isArray(refused.error.detail),
    duplicate: batch.data.results.map((result) => ('duplicate' in result ? result.duplicate : undefined)),
    counted: counts.length,
    header: table.data?.split('\r\n')[0],
    steps: funnel.steps.length,
    logged: log.events.some(({ event_id }) => event_id === order.event_id),
    receipt: receipt.event_id,
    keys: keys.keys.length,
    endpoints: endpoints.endpoints.length,
  })}\n`,
);
