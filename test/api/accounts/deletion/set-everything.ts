import type { TestApp } from '#test/kit/harness.ts';

/** Each operation that stores a setting, with a value that is not the default. */
export const setEverything = (on: TestApp, headers: Record<string, string>) =>
  Promise.all([
    on.clicks.changeTrafficRules({
      body: { staff_networks: ['127.0.0.0/16'], rules_off: ['prefetch'] },
      headers,
    }),
    on.spend.setSpendAliases({
      body: { aliases: [{ level: 'campaign', value: 'ours', id: 'c1' }] },
      query: {},
      headers,
    }),
    on.spend.setExchangeRates({
      body: { rates: [{ day: '2026-11-01', from: 'EUR', to: 'USD', rate: '9' }] },
      headers,
    }),
    on.reconciliation.changeReconciliationRules({
      body: { excluded_statuses: ['paid'], excluded_channels: [], exclude_tests: true, coverage_bound: 0.5 },
      headers,
    }),
    on.keys.changeSettings({
      query: {},
      body: { identity_attribution: 'answer', identity_window_days: 90, target_return: '3.5' },
      headers,
    }),
    on.clicks.changeChannelRules({
      body: { rules: [{ id: 'a', medium: 'cpc', channel: 'email' }] },
      headers,
    }),
  ]);
