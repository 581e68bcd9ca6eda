import type * as z from 'zod';
import type { TrafficReport } from './traffic-schema.ts';

const rates = {
  people: {
    clicks: 601,
    ad_clicks: 590,
    conversions: 19,
    conversion_rate: '0.031614',
    ad_conversion_rate: '0.032203',
  },
  all: {
    clicks: 1000,
    ad_clicks: 960,
    conversions: 19,
    conversion_rate: '0.019000',
    ad_conversion_rate: '0.019792',
  },
};

export const exampleTraffic = {
  from: '2026-11-01',
  to: '2026-11-30',
  environment: 'live',
  time_zone: 'UTC',
  conversion: 'order_created',
  as_of: '2026-11-30T18:00:00.000Z',
  ...rates,
  left_out: { clicks: 399, conversions: 0 },
  verdicts: [
    { traffic: 'human', clicks: 601, share: 0.601 },
    { traffic: 'bot', clicks: 379, share: 0.379 },
    { traffic: 'suspect', clicks: 20, share: 0.02 },
  ],
  rules: [
    { rule: null, traffic: 'human', clicks: 600 },
    { rule: 'data_centre', traffic: 'bot', clicks: 339 },
    { rule: 'bot_user_agent', traffic: 'bot', clicks: 25 },
    { rule: 'click_flood', traffic: 'suspect', clicks: 20 },
    { rule: 'webdriver', traffic: 'bot', clicks: 15 },
    { rule: 'counted_event', traffic: 'human', clicks: 1 },
  ],
  channels: [
    {
      channel: 'paid_search',
      ...rates,
    },
  ],
  rows: [
    { channel: 'paid_search', traffic: 'human', rule: null, clicks: 600 },
    { channel: 'paid_search', traffic: 'human', rule: 'counted_event', clicks: 1 },
    { channel: 'paid_search', traffic: 'bot', rule: 'bot_user_agent', clicks: 25 },
    { channel: 'paid_search', traffic: 'bot', rule: 'data_centre', clicks: 339 },
    { channel: 'paid_search', traffic: 'bot', rule: 'webdriver', clicks: 15 },
    { channel: 'paid_search', traffic: 'suspect', rule: 'click_flood', clicks: 20 },
  ],
  consents: [
    { channel: 'paid_search', traffic: 'human', ad_user_data: 'granted', clicks: 412 },
    { channel: 'paid_search', traffic: 'human', ad_user_data: 'denied', clicks: 130 },
    { channel: 'paid_search', traffic: 'human', ad_user_data: 'unknown', clicks: 59 },
    { channel: 'paid_search', traffic: 'bot', ad_user_data: 'unknown', clicks: 379 },
    { channel: 'paid_search', traffic: 'suspect', ad_user_data: 'unknown', clicks: 20 },
  ],
  findings: [{ code: 'mostly_reviewers', campaign: 'spring_sale', share: 0.62, clicks: 340 }],
  facts_since: null,
  incomplete_before: null,
} satisfies z.input<typeof TrafficReport>;
