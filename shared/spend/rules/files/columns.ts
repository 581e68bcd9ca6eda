export const columnFields = [
  'day',
  'starts',
  'ends',
  'campaign_id',
  'campaign',
  'ad_group_id',
  'ad_group',
  'ad_id',
  'ad',
  'spend',
  'impressions',
  'clicks',
  'currency',
  'reported_conversions',
  'reported_value',
] as const;
export type ColumnField = (typeof columnFields)[number];
