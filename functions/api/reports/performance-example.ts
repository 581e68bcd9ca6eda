import type * as z from 'zod';
import type { PerformanceReport } from './performance-schema.ts';

const ad = {
  ...{ currency: 'USD', impressions: 12_000, platform_clicks: 415, clicks: 400, conversions: 12 },
  ...{ conversion_rate: '0.030000', value: '1080.00', average_value: '90.0000', spend: '240.00' },
  ...{ cost_per_click: '0.6000', cost_per_conversion: '20.0000', return_on_ad_spend: '4.5000' },
  ...{ net_value: '1010.00', net_return: '4.2083', adjusted: 1, voided: 0 },
  ...{ matched_by: { svc_click_id: 11, external_user_id: 1 } },
  by_type: { signup_completed: { count: 30, value: '0.00' } },
  ...{ maturing: true, final_on: '2026-12-31', warnings: [], reason: null },
  spend_coverage: {
    ...{ days_known: 30, days: 30, spend: '240.00', value: '1080.00', conversions: 12, clicks: 400 },
    unjoined_spend: '0.00',
  },
};
const total = { ...ad, return_at_least: '4.5000', joined_share: '1.0000' };
const grow = { word: 'grow', rule: 'return_above_target' } as const;

export const examplePerformance: z.input<typeof PerformanceReport> = {
  ...{ from: '2026-11-01', to: '2026-11-30', environment: 'live', time_zone: 'UTC', group_by: ['ad_id'] },
  ...{ conversion: 'order_created', time_basis: 'click', adjusted_on: 'order', model: 'last_click' },
  traffic: 'human',
  ...{ paid: 'true', currency: null, compare: 'none', previous_period: null },
  as_of: '2026-11-30T12:00:00.000Z',
  rows: [{ ad_id: 'ad_42', ...ad, ad_name: 'Wide fit trail shoes', advice: grow, net_advice: grow }],
  next_cursor: null,
  totals: [total],
  totals_with_spend: [total],
  left_out: {
    traffic: { bot: { clicks: 379, conversions: 0, values: [], rows: 0, spend: [] } },
    unpaid: {
      ...{ clicks: 120, conversions: 2, values: [{ currency: 'USD', value: '51.98' }] },
      ...{ rows: 0, spend: [] },
    },
    paid: { clicks: 0, conversions: 0, values: [], rows: 0, spend: [] },
    unjoined_spend: { rows: 0, spend: [] },
  },
  facts_since: null,
  incomplete_before: null,
  spend_time_zones: ['UTC'],
  networks: ['google_ads', 'meta'],
  target_return: '2.5',
  spend_known: [{ network: 'meta', account: 'default', to: '2026-11-29' }],
};
