import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { WebhookData } from '#shared/messages/webhook-event-data.ts';
import type { WebhookEventType } from '#shared/messages/webhook-event-types.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { WebhookEvent } from './event.ts';

const order = {
  event_id: 'order_created:10017',
  event_type: 'order_created',
  value: '25.99',
  currency: 'USD',
  occurred_at: '2026-11-21T09:30:00.000Z',
  received_at: '2026-11-21T09:30:02.120Z',
  campaign: 'spring_sale',
  ad_group: 'running_shoes',
  ad_id: 'ad_7',
  clicked_at: '2026-11-20T18:02:41.000Z',
  pixel_key: 'pk_live_EXAMPLE',
  counted: true,
};

export const sampleData: { readonly [T in WebhookEventType]: WebhookData<T> } = {
  'conversion.attributed': order,
  'conversion.matched_late': {
    ...order,
    matched_at: '2026-11-21T09:41:10.004Z',
    reason: 'unknown_svc_click_id',
  },
  'conversion.conflict': {
    event_id: '10017',
    fields: ['event_type', 'value'],
    accepted: { event_type: 'checkout_started', value: '0.00', currency: 'USD' },
    sent: { event_type: 'order_created', value: '25.99', currency: 'USD' },
    key_id: 'key_EXAMPLE',
  },
  'key.exposed': {
    key_id: 'key_EXAMPLE',
    name: 'Shop back end',
    last4: 'x9Kd',
    origin: 'https://shop.example',
  },
  'report.ready': {
    ad_account_id: 'act_1',
    ad_account_name: 'Northwind',
    day: '2026-11-20',
    headline: 'More clicks for less: trail shoes carry the week.',
    problems: 1,
  },
  'credits.low': { balance: 2, threshold: 2 },
  'spend.stopped': {
    network: 'google_ads',
    account: '123-456-7890',
    last_day: '2026-11-19',
    last_day_spend: '84.20',
    currency: 'USD',
    stopped_on: '2026-11-20',
  },
  'reconciliation.coverage_low': {
    reconciliation_id: 'recon_EXAMPLE',
    ...{ from: '2026-11-01', to: '2026-11-20', orders: 1000, arrived: 863, missing: 130, rejected: 7 },
    ...{ coverage: 0.863, bound: 0.9 },
  },
  'discovery.completed': {
    task_id: 'task_EXAMPLE',
    company_website: 'https://northwind.example/',
    source: 'direct_web_search',
    competitors: 12,
  },
};

export const sampleEvent = (
  type: WebhookEventType,
  {
    accountId,
    environment,
    now,
    nonce = '',
  }: { accountId: AccountId; environment: Environment; now: number; nonce?: string },
): WebhookEvent => ({
  source: `test#${type}#${now}#${nonce}`,
  type,
  accountId,
  environment,
  at: new Date(now).toISOString(),
  data: sampleData[type],
  isTest: true,
});
