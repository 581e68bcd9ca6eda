import { AdtrailError } from './errors.ts';
import { logError, wrongNumber } from './options.ts';
import { environmentVariable, isBrowser } from './runtime.ts';
import { answerOf, exchange, reported, type SpendFetch } from './spend-exchange.ts';
import { version } from './version.ts';

export { AdtrailError, RequestRefusedError } from './errors.ts';

export type PerformanceOptions = {
  /** A read-only key, `rk_…`, with the scope `performance`. Default: the environment variable `ADTRAIL_READ_KEY`. */
  readKey?: string | undefined;
  /** The service's address, without `/api/v1`. Default: the environment variable `ADTRAIL_BASE_URL`. */
  baseUrl?: string | undefined;
  /** The timeout of a request. Default: 30 s. */
  timeoutMs?: number | undefined;
  /** The time during which a request is retried. Default: 2 minutes; 10 s if the process can be frozen. */
  retryForMs?: number | undefined;
  /** Called for every failed call, also if its promise is awaited. Default: a line on `console.error`. */
  onError?: ((error: AdtrailError) => void) | undefined;
  fetch?: SpendFetch | undefined;
};

export type PerformanceGroup = 'day' | 'week' | 'month' | 'pixel_key' | 'channel' | 'campaign' | 'ad_group' | 'ad_id';

/** The parameters of `GET /api/v1/pixel/reports/performance`. Days are `YYYY-MM-DD`. */
export type PerformanceQuery = {
  from?: string | undefined;
  to?: string | undefined;
  time_zone?: string | undefined;
  /** By default, the report groups by campaign, ad group and ad. */
  group_by?: readonly PerformanceGroup[] | undefined;
  /** The event type of the conversions. Default: `order_created`. */
  conversion?: string | undefined;
  time_basis?: 'click' | 'occurred' | undefined;
  adjusted_on?: 'order' | 'adjustment' | undefined;
  traffic?: 'human' | 'all' | undefined;
  paid?: 'true' | 'false' | 'all' | undefined;
  /** Converts every amount by the rates of the account. */
  currency?: string | undefined;
  compare?: 'none' | 'previous_period' | 'previous_year' | undefined;
  compare_age?: 'any' | 'same' | undefined;
  channel?: string | undefined;
  campaign?: string | undefined;
  ad_group?: string | undefined;
  ad_id?: string | undefined;
  contains?: string | undefined;
  network?: string | undefined;
  /** Rows are sorted by this group or figure; a minus sign (`-spend`) puts the largest first. */
  sort?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
};

/** Why there is no return. The first reason that holds is stated. */
export type PerformanceReason =
  | 'no_clicks_joined'
  | 'spend_level'
  | 'spend_on_other_channel'
  | 'spend_without_pixel'
  | 'mixed_currencies'
  | 'spend_unknown'
  | 'spend_zero';

/** The ratios divide the spend and the orders of the same ads and days. */
export type SpendCoverage = {
  days_known: number;
  days: number;
  spend: string;
  value: string;
  conversions: number;
  clicks: number;
  /** Spend that found no clicks and is in no ratio. */
  unjoined_spend: string;
};

/** Amounts and ratios are exact decimals. `null` means unknown, which is not 0. */
export type PerformanceFigures = {
  impressions: number | null;
  platform_clicks: number | null;
  clicks: number;
  conversions: number;
  conversion_rate: string | null;
  value: string;
  average_value: string | null;
  spend: string | null;
  cost_per_click: string | null;
  cost_per_conversion: string | null;
  return_on_ad_spend: string | null;
  /** The value after refunds and other adjustments. */
  net_value: string;
  net_return: string | null;
  adjusted: number;
  voided: number;
  matched_by: { svc_click_id: number; external_user_id: number };
  by_type: Record<string, { count: number; value: string }>;
  /** The newest clicks can still earn conversions, until `final_on`. */
  maturing: boolean;
  final_on: string | null;
  warnings: ('mixed_currencies' | 'spend_time_zone' | 'spend_partial')[];
  /** The cause of a missing return, otherwise `null`. */
  reason: PerformanceReason | null;
  spend_coverage: SpendCoverage;
  /** Totals have the return that remains if the unjoined spend earned nothing. */
  return_at_least?: string | null | undefined;
  /** Totals have the share of the spend that found clicks. */
  joined_share?: string | null | undefined;
};

/** The advice compares the return of a row with `target_return` of the settings, or with 1 if it is `null`. */
export type PerformanceAdvice = {
  word: 'stop' | 'watch' | 'grow' | 'too_few';
  rule:
    | 'return_below_target'
    | 'return_above_target'
    | 'return_near_target'
    | 'spent_without_conversion'
    | 'few_conversions'
    | 'spend_partial';
};
type Changed =
  | ('spend' | 'value' | 'net_value' | 'return_on_ad_spend' | 'net_return' | 'conversions')
  | ('cost_per_conversion' | 'clicks' | 'conversion_rate' | 'cost_per_click' | 'average_value');
export type PerformanceRow = {
  [group in PerformanceGroup]?: string | null | undefined;
} & PerformanceFigures & {
    /** Each currency of a group is a row; `null` if it has no amounts. */
    currency: string | null;
    previous?: PerformanceFigures | undefined;
    /** The age in days up to which conversions count, with `compare_age: 'same'`. */
    age_bound?: string | null | undefined;
    /** Each figure divided by the previous figure, minus 1. `null` says that they cannot be compared. */
    change?: Record<Changed, string | null> | undefined;
    /** The names at the network, where the row has IDs. */
    campaign_name?: string | null | undefined;
    ad_group_name?: string | null | undefined;
    ad_name?: string | null | undefined;
    advice?: PerformanceAdvice | null | undefined;
    net_advice?: PerformanceAdvice | null | undefined;
  };
type Spends = { rows: number; spend: { currency: string; spend: string }[] };
export type PerformanceLeftOut = Spends & {
  clicks: number;
  conversions: number;
  values: { currency: string; value: string }[];
};
export type PerformanceReport = {
  from: string;
  to: string;
  environment: 'live' | 'test';
  pixel_key?: string | undefined;
  time_zone: string;
  group_by: PerformanceGroup[];
  conversion: string;
  time_basis: 'click' | 'occurred';
  adjusted_on: 'order' | 'adjustment';
  model: 'last_click';
  traffic: 'human' | 'all';
  paid: 'true' | 'false' | 'all';
  currency: string | null;
  compare: 'none' | 'previous_period' | 'previous_year';
  previous_period: { from: string; to: string } | null;
  as_of: string;
  rows: PerformanceRow[];
  next_cursor: string | null;
  /** `totals` has the sums over all pages, one entry per currency. */
  totals: PerformanceRow[];
  /** The parts that the ratios of `totals` use: spend that found clicks, with the orders of the same ads and days. */
  totals_with_spend: PerformanceRow[];
  left_out: {
    traffic: Record<string, PerformanceLeftOut>;
    unpaid: PerformanceLeftOut;
    paid: PerformanceLeftOut;
    unjoined_spend: Spends | null;
  };
  facts_since: string | null;
  incomplete_before: string | null;
  spend_time_zones: string[];
  networks: string[];
  target_return: string | null;
  /** The last day with spend of each ad account. */
  spend_known: { network: string; account: string; to: string }[];
};

export function performanceReports(options: PerformanceOptions = {}) {
  const { readKey, baseUrl } = readerOf(options);
  const { timeoutMs = 30_000, retryForMs, onError = logError } = options;
  const send: SpendFetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));

  async function read({ group_by, ...others }: PerformanceQuery = {}): Promise<PerformanceReport> {
    const url = new URL(`${baseUrl}/api/v1/pixel/reports/performance`);
    for (const [name, value] of Object.entries({ group_by: group_by?.join(','), ...others }))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const headers = { authorization: `Bearer ${readKey}`, 'user-agent': `adtrail-node/${version}` };
    const answer = await exchange(url.href, { method: 'GET', headers }, { send, timeoutMs, retryForMs });
    return answerOf(answer, baseUrl, ({ rows }) => Array.isArray(rows));
  }

  return {
    /** Returns a report with its first rows: `limit`, or 1,000. */
    read: reported(onError, read),

    /** Yields the rows of all pages. */
    async *rows(query: PerformanceQuery = {}): AsyncGenerator<PerformanceRow> {
      for (let cursor = query.cursor; ; ) {
        const report = await read({ ...query, cursor });
        yield* report.rows;
        if (typeof report.next_cursor !== 'string') return;
        cursor = report.next_cursor;
      }
    },
  };
}

function readerOf(options: PerformanceOptions): { readKey: string; baseUrl: string } {
  const readKey = (options.readKey ?? environmentVariable('ADTRAIL_READ_KEY') ?? '').trim();
  const baseUrl = (options.baseUrl ?? environmentVariable('ADTRAIL_BASE_URL') ?? '').trim().replace(/\/+$/, '');
  const invalid = isBrowser()
    ? 'Read reports on a server: a page must not have a read-only key.'
    : !/^rk_[\w-]+$/.test(readKey)
      ? 'readKey is missing. Create a read-only key (rk_…) with the scope performance in the console.'
      : !/^https?:\/\/[^/]/.test(baseUrl)
        ? 'baseUrl is missing: the address of the service, with https://.'
        : wrongNumber(options);
  if (invalid) throw new AdtrailError(invalid, { code: 'invalid_options' });
  return { readKey, baseUrl };
}
