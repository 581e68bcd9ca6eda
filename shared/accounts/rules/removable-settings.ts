/** The owner of a recovered account can bring these settings back to their defaults at once. */
export const removableSettings = [
  'attribution_settings',
  'traffic_rules',
  'channel_rules',
  'spend_aliases',
  'exchange_rates',
  'reconciliation_rules',
] as const;
export type RemovableSetting = (typeof removableSettings)[number];
