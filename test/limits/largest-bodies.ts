import { trafficSignals } from '#shared/clicks/rules/traffic.ts';
import { webhookEventTypes } from '#shared/registry/webhook-events.ts';
import { maxPairYears } from '#shared/spend/store/exchange-rates.ts';
import { dayAfter } from '#shared/values/zone-calendar.ts';

type Text = (length: number, at: number) => string;
export const each = <T>(count: number, entryOf: (at: number) => T) => Array.from({ length: count }, (_, at) => entryOf(at));
export const label = (at: number) => at.toString(36).padStart(4, '0');
const host = (at: number) => `${label(at)}.${`${'a'.repeat(60)}.`.repeat(3)}`.slice(0, 92).replace(/\.$/, 'a');
const origins = each(50, (at) => `https://${host(at)}.example`);
const types = each(50, (at) => `t${'a'.repeat(59)}${label(at)}`);
const currencies = Intl.supportedValuesOf('currency').filter((code) => code !== 'USD');

export const bodies: Record<string, (text: Text) => object> = {
  setSpendAliases: (text) => ({
    aliases: each(1000, (at) => ({
      level: 'ad_group',
      network: 'x'.repeat(30),
      value: text(200, at),
      name: text(500, at),
    })),
  }),
  setExchangeRates: () => ({
    rates: each(5000, (at) => ({
      day: dayAfter('2026-01-01', Math.floor(at / maxPairYears)),
      from: currencies[at % maxPairYears],
      to: 'USD',
      rate: `123456789012.1234567${10_000 + at}`,
    })),
  }),
  adjustEvents: (text) => ({
    adjustments: each(1000, (at) => ({
      event_id: text(256, at),
      net_value: '999999999999.12345678901234567891',
      currency: 'USD',
      reason: 'cancellation',
      note: text(200, at),
      effective_at: '2026-11-20T10:00:00.123+14:00',
    })),
  }),
  changeChannelRules: (text) => ({
    rules: each(50, (at) => ({
      id: `r${'a'.repeat(35)}${label(at)}`,
      host: `${host(at)}.com`,
      channel: 'paid_search',
      source: text(100, at),
      medium: text(100, at),
      campaign_prefix: text(100, at),
    })),
  }),
  changeTrafficRules: () => ({
    staff_networks: each(50, (at) => `2001:db8:aa${at.toString(16).padStart(2, '0')}::/48`),
    rules_off: [...trafficSignals],
  }),
  changeReconciliationRules: (text) => ({
    excluded_statuses: each(50, (at) => text(100, at)),
    excluded_channels: each(50, (at) => text(100, at)),
    exclude_tests: true,
    coverage_bound: 0.123456789,
  }),
  createKey: (text) => ({
    name: text(100, 1),
    kind: 'public',
    environment: 'live',
    allowed_origins: origins,
  }),
  changeSettings: () => ({ allowed_origins: origins, conversion_event_types: types }),
  createWebhookEndpoint: (text) => ({
    url: `https://hooks.shop.com/${'a'.repeat(2024)}`,
    description: text(200, 1),
    environment: 'live',
    events: [...webhookEventTypes],
  }),
  changeWebhookEndpoint: () => ({ events: [...webhookEventTypes] }),
};

/** Lengths are counted in UTF-16, so letters of three bytes make the most bytes; one of four ends each text. */
export const text: Text = (length, at) => `${label(at)}${'広'.repeat(length)}`.slice(0, length - 2).concat('😀');
