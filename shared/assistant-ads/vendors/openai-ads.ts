import type * as z from 'zod';
import type { AdDays, AssistantAdsAccount } from '#shared/assistant-ads/assistant-ads.ts';
import type { VendorCall } from '#shared/vendors/vendor-call.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';
import { Account, Ad, AdGroup, AdRow, Campaign, CampaignRow, dayOf, ErrorAnswer, pageOf } from './openai-ads-forms.ts';

export type OpenAiAdsSettings = {
  call: VendorCall;
  apiKey: () => Promise<string>;
  /** The account ID is `null` for an API key that opens a single account. */
  accountId: string | null;
};

export const openAiAdsCodeOf = (body: unknown) => {
  const error = ErrorAnswer.safeParse(body).data?.error;
  return error?.code ?? error?.type ?? undefined;
};

const pageRows = 500;
const insightRows = 2000;
const maxPages = 200;

type Query = readonly (readonly [name: string, value: string])[];

/** docs/api/vendors.md#assistant-ads describes the API. Money is in millionths. */
export function openAiAds({ call, apiKey, accountId }: OpenAiAdsSettings): AssistantAdsAccount {
  const headers = async () => ({
    authorization: `Bearer ${await apiKey()}`,
    ...(accountId !== null && { 'openai-ad-account': accountId }),
  });

  /** An incomplete list would look complete, so too many pages throw. */
  async function all<S extends z.ZodType>(path: string, query: Query, row: S) {
    const rows: z.output<S>[] = [];
    const cursors = new Set<string>();
    for (let after: string | undefined; cursors.size < maxPages; ) {
      const search = new URLSearchParams(query.map((pair): [string, string] => [...pair]));
      if (after) search.set('after', after);
      const request = { method: 'GET', path: `${path}?${search}`, headers: await headers() } as const;
      const { data, has_more, last_id } = await call(request, pageOf(row));
      for (const entry of data) rows.push(entry);
      if (!has_more) return rows;
      if (!last_id || cursors.has(last_id)) throw unreadable('no_next_page');
      cursors.add(last_id);
      after = last_id;
    }
    throw unreadable('endless_list');
  }
  const listed = <S extends z.ZodType>(path: string, row: S, more: Query = []) => all(path, [['limit', String(pageRows)], ...more], row);

  const insights = <S extends z.ZodType>(level: 'ad' | 'campaign', days: AdDays, row: S, more: Query) =>
    all(
      '/ad_account/insights',
      [
        ['limit', String(insightRows)],
        ['time_granularity', 'daily'],
        ['aggregation_level', level],
        ['time_ranges[]', JSON.stringify({ type: 'date_range', since: days.since, until: days.until })],
        ['fields[]', 'metadata.readable_time'],
        ...more,
      ],
      row,
    );

  return {
    async account() {
      const account = await call({ method: 'GET', path: '/ad_account', headers: await headers() }, Account);
      const { id, name, timezone, currency_code } = account;
      return { id, name, timeZone: timezone, currency: currency_code.toUpperCase() };
    },

    campaigns: async () =>
      (await listed('/campaigns', Campaign)).map(({ id, name, status, budget }) => ({
        id,
        name: name || id,
        status,
        dailyBudgetMicros: budget?.daily_spend_limit_micros ?? null,
      })),

    adGroups: async () =>
      (await listed('/ad_groups', AdGroup)).map(({ id, name, campaign_id }) => ({
        id,
        name: name || id,
        campaignId: campaign_id,
      })),

    ads: async () =>
      (await listed('/ads', Ad, [['include[]', 'serving_issues']])).map(
        ({ id, name, ad_group_id, status, review_status, serving_issues, creative }) => ({
          id,
          adGroupId: ad_group_id,
          title: creative?.title || name || id,
          status,
          reviewStatus: review_status ?? 'unknown',
          servingIssues: (serving_issues ?? []).map((issue) => (typeof issue === 'string' ? issue : (issue.code ?? 'unknown'))),
        }),
      ),

    async adDays(days) {
      const fields = ['ad.id', 'ad.impressions', 'ad.clicks', 'ad.spend'];
      const rows = await insights(
        'ad',
        days,
        AdRow,
        fields.map((field) => ['fields[]', field]),
      );
      return rows.map((row) => ({
        adId: row.ad_id,
        day: knownDay(dayOf(row)),
        impressions: Math.round(row.impressions),
        clicks: Math.round(row.clicks),
        spendMicros: Math.round(row.spend * 1_000_000),
      }));
    },

    // The vendor's report of conversions has no pages and at most 2,000 rows.
    async conversions(days) {
      const more: Query = [
        ['fields[]', 'campaign_id'],
        ['fields[]', 'conversions'],
        // A conversion may count on a day without impressions.
        ['includes[]', 'zero_impression_items'],
      ];
      const rows = await insights('campaign', days, CampaignRow, more);
      return rows
        .map((row) => ({
          campaignId: row.campaign_id,
          day: knownDay(dayOf(row)),
          conversions: Math.round(row.conversions),
        }))
        .filter(({ conversions }) => conversions > 0);
    },
  };
}

const unreadable = (code: string) => new VendorUnavailable('assistant', 'unreadable', { code });

/** Without a row's day, the sums would be wrong, so an invalid day throws. */
function knownDay(day: string | null): string {
  if (day === null) throw unreadable('row_without_day');
  return day;
}
