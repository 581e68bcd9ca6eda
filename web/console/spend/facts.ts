import type { Answer } from '../core/api.ts';
import { isInUtc } from '../kit/networks.ts';

export const dateFormats = ['YYYY-MM-DD', 'MM/DD/YYYY', 'DD/MM/YYYY'] as const;
export const columnTitles = {
  day: 'Day',
  spend: 'Spend',
  currency: 'Currency',
  campaign: 'Campaign',
  campaign_id: 'Campaign ID',
  ad_group: 'Ad group',
  ad_group_id: 'Ad group ID',
  ad: 'Ad',
  ad_id: 'Ad ID',
  impressions: 'Impressions',
  clicks: 'Clicks',
} as const;
export type Column = keyof typeof columnTitles;

/** An empty text leaves the fact to the file or to the API. */
export type Facts = {
  network: string;
  account: string;
  time_zone: string;
  currency: string;
  date_format: '' | (typeof dateFormats)[number];
  mode: 'replace_days' | 'upsert';
  columns: Partial<Record<Column, string>>;
};

export type Import = Answer<'listSpendImports'>['imports'][number];

export function factsOf(
  entered: Partial<Facts>,
  { network: recognised, imports, zone }: { network: string; imports: readonly Import[]; zone: string },
): Facts {
  const network = entered.network || recognised;
  const earlier = imports.find(
    (spendAccount) => spendAccount.network === network && (entered.account === undefined || spendAccount.account === entered.account),
  );
  return {
    network: entered.network ?? '',
    account: entered.account ?? earlier?.account ?? '',
    time_zone: entered.time_zone ?? earlier?.time_zone ?? (isInUtc(network) ? 'UTC' : zone),
    currency: entered.currency ?? '',
    date_format: entered.date_format ?? '',
    mode: entered.mode ?? 'replace_days',
    columns: entered.columns ?? {},
  };
}

export const requestOf = ({ columns, ...facts }: Facts) => {
  const set = Object.fromEntries(Object.entries(facts).filter(([, value]) => value.trim() !== ''));
  const named = Object.fromEntries(Object.entries(columns).filter(([, heading]) => heading));
  return { ...set, ...(Object.keys(named).length > 0 && { columns: named }) };
};
