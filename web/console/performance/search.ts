import { type Channel, isChannel } from '../kit/channels.ts';
import { type FilterSearch, textOf, without } from '../kit/filter.ts';
import { type PeriodSearch, reportSearch, type SwitchSearch } from '../kit/period-search.ts';

export const listings = { campaign: 'Campaigns', ad: 'Ads', channel: 'Channels' } as const;
export type Listing = keyof typeof listings;
export const paidTexts = { no: 'Unpaid channels', all: 'Paid and unpaid channels' } as const;
export const figures = [
  'spend',
  'value',
  'return_on_ad_spend',
  'conversions',
  'cost_per_conversion',
  'clicks',
  'conversion_rate',
  'cost_per_click',
  'average_value',
  'impressions',
  'platform_clicks',
] as [
  ...['spend', 'value', 'return_on_ad_spend', 'conversions', 'cost_per_conversion', 'clicks'],
  ...['conversion_rate', 'cost_per_click', 'average_value', 'impressions', 'platform_clicks'],
];
export type Figure = (typeof figures)[number];
export type SortField = Figure | 'name';
/** A name is `null` for spend of a whole campaign or ad group. */
export type Path = readonly (string | null)[];

export type PerformanceSearch = PeriodSearch &
  FilterSearch &
  SwitchSearch & {
    by?: 'ad' | 'channel';
    /** A minus sign sorts the largest first. */
    sort?: string;
    network?: string;
    channel?: Channel;
    paid?: keyof typeof paidTexts;
    contains?: string;
    basis?: 'occurred';
    /** `original` keeps amounts in their own currencies. */
    currencies?: 'original';
    open?: readonly [string, string, string];
    expanded?: readonly Path[];
  };

/** At most 20 expanded rows are in the address, to limit its length. The newest come last. */
const maxExpanded = 20;
const maxName = 256;

const isName = (name: unknown): name is string => typeof name === 'string' && name.length <= maxName;
const isPath = (value: unknown): value is Path => Array.isArray(value) && value.length >= 1 && value.length <= 2 && value.every(isName);

export const performanceSearch = (search: Record<string, unknown>): PerformanceSearch => ({
  ...reportSearch(search),
  ...without({
    by: (['ad', 'channel'] as const).find((dimension) => dimension === search.by),
    sort: typeof search.sort === 'string' && sortOf(search.sort) ? search.sort : undefined,
    network: typeof search.network === 'string' && /^[a-z][a-z0-9_]{0,39}$/.test(search.network) ? search.network : undefined,
    channel: isChannel(search.channel) ? search.channel : undefined,
    paid: (['no', 'all'] as const).find((choice) => choice === search.paid),
    contains: textOf(search.contains, maxName),
    basis: search.basis === 'occurred' ? ('occurred' as const) : undefined,
    currencies: search.currencies === 'original' && !('currency' in reportSearch(search)) ? ('original' as const) : undefined,
    open:
      Array.isArray(search.open) && search.open.length === 3 && search.open.every(isName)
        ? (search.open as unknown as readonly [string, string, string])
        : undefined,
    expanded: Array.isArray(search.expanded) ? (search.expanded as unknown[]).filter(isPath).slice(-maxExpanded) : undefined,
  }),
});

export function sortOf(text: string): { by: SortField; isDescending: boolean } | null {
  const field = text.replace(/^-/, '');
  const by = field === 'name' ? 'name' : figures.find((figure) => figure === field);
  return by ? { by, isDescending: text.startsWith('-') } : null;
}
