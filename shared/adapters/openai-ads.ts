import * as z from 'zod';
import type { AdDays, AssistantAdsAccount } from '#shared/ports/assistant-ads.ts';
import { VendorUnavailable } from '#shared/ports/vendor-unavailable.ts';
import type { VendorCall } from './vendor-call.ts';

export type OpenAiAdsSettings = {
  call: VendorCall;
  apiKey: () => Promise<string>;
  /** The account, for a key of ours that opens several; `null` for a key of one account, which says which. */
  accountId: string | null;
};

/** Where the vendor writes the code of an error. */
export const openAiAdsCodeOf = (body: unknown) => {
  const error = ErrorAnswer.safeParse(body).data?.error;
  return error?.code ?? error?.type ?? undefined;
};
const ErrorAnswer = z.object({ error: z.object({ code: z.string().nullish(), type: z.string().nullish() }) });

const pageRows = 500;
const insightRows = 2000;
/** More pages than any account has; an endless list is a fault of the vendor's. */
const mostPages = 200;

const Account = z.object({
  id: z.string().min(1),
  name: z.string(),
  timezone: z.string(),
  currency_code: z.string(),
});
const Named = { id: z.string().min(1), name: z.string().nullish() };
const Campaign = z.object({
  ...Named,
  status: z.string(),
  budget: z.object({ daily_spend_limit_micros: z.number().nullish() }).nullish(),
});
const AdGroup = z.object({ ...Named, campaign_id: z.string() });
const Ad = z.object({
  ...Named,
  ad_group_id: z.string(),
  status: z.string(),
  review_status: z.string().nullish(),
  serving_issues: z.array(z.union([z.string(), z.looseObject({ code: z.string().nullish() })])).nullish(),
  creative: z.looseObject({ title: z.string().nullish() }).nullish(),
});
const Metric = z.union([z.number(), z.string().transform(Number)]).nullish();
// Asked for by dotted names and answered by flat ones, with or without what they are of (reference vendors 6.2).
const InsightRow = z.looseObject({
  readable_time: z.string().nullish(),
  start_time: z.union([z.number(), z.string()]).nullish(),
  ad_id: z.string().nullish(),
  impressions: Metric,
  ad_impressions: Metric,
  clicks: Metric,
  ad_clicks: Metric,
  spend: Metric,
  ad_spend: Metric,
});
const ConversionRow = z.looseObject({
  readable_time: z.string().nullish(),
  campaign_id: z.string().nullish(),
  conversions: Metric,
});

const pageOf = <S extends z.ZodType>(row: S) =>
  z.object({ data: z.array(row), last_id: z.string().nullish(), has_more: z.boolean().nullish() });

/** The assistant's ads by its advertiser API (reference vendors 6). Money of insights is decimal, here millionths. */
export function openAiAds({ call, apiKey, accountId }: OpenAiAdsSettings): AssistantAdsAccount {
  const headers = async () => ({
    authorization: `Bearer ${await apiKey()}`,
    ...(accountId !== null && { 'openai-ad-account': accountId }),
  });

  /** Every row of a list, page after page. */
  async function all<S extends z.ZodType>(
    path: string,
    query: readonly (readonly [string, string])[],
    row: S,
  ) {
    const found: z.output<S>[] = [];
    let after: string | undefined;
    for (let pages = 0; pages < mostPages; pages++) {
      const search = new URLSearchParams([
        ...query.map(([name, value]): [string, string] => [name, value]),
        ...(after ? [['after', after] as [string, string]] : []),
      ]);
      const page = await call(
        { method: 'GET', path: `${path}?${search}`, headers: await headers() },
        pageOf(row),
      );
      found.push(...page.data);
      if (!page.has_more || !page.last_id || page.last_id === after) return found;
      after = page.last_id;
    }
    throw new VendorUnavailable('assistant', 'unreadable', { code: 'endless_list' });
  }
  const listed = <S extends z.ZodType>(
    path: string,
    row: S,
    more: readonly (readonly [string, string])[] = [],
  ) => all(path, [['limit', String(pageRows)], ...more], row);

  return {
    async account() {
      const found = await call({ method: 'GET', path: '/ad_account', headers: await headers() }, Account);
      const { id, name, timezone, currency_code } = found;
      return { id, name, timeZone: timezone, currency: currency_code };
    },

    campaigns: async () =>
      (await listed('/campaigns', Campaign)).map(({ id, name, status, budget }) => ({
        ...{ id, name: name ?? id, status },
        dailyBudgetMicros: budget?.daily_spend_limit_micros ?? null,
      })),

    adGroups: async () =>
      (await listed('/ad_groups', AdGroup)).map(({ id, name, campaign_id }) => ({
        ...{ id, name: name ?? id, campaignId: campaign_id },
      })),

    ads: async () =>
      (await listed('/ads', Ad, [['include[]', 'serving_issues']])).map(
        ({ id, name, ad_group_id, status, review_status, serving_issues, creative }) => ({
          ...{ id, adGroupId: ad_group_id, title: creative?.title ?? name ?? id, status },
          reviewStatus: review_status ?? 'unknown',
          servingIssues: (serving_issues ?? []).map((issue) =>
            typeof issue === 'string' ? issue : (issue.code ?? 'unknown'),
          ),
        }),
      ),

    async adDays(days) {
      const fields = ['ad.id', 'ad.impressions', 'ad.clicks', 'ad.spend', 'metadata.readable_time'];
      const rows = await all(
        '/ad_account/insights',
        [
          ['limit', String(insightRows)],
          ['time_granularity', 'daily'],
          ['aggregation_level', 'ad'],
          // Arrays need their brackets, and the range is JSON inside the query.
          ['time_ranges[]', rangeOf(days)],
          ...fields.map((field) => ['fields[]', field] as const),
        ],
        InsightRow,
      );
      return rows.flatMap((row) => {
        const day = row.readable_time?.slice(0, 10) ?? dayOf(row.start_time);
        if (!row.ad_id || !day) return [];
        return [
          {
            ...{ adId: row.ad_id, day },
            impressions: countOf(row.impressions ?? row.ad_impressions),
            clicks: countOf(row.clicks ?? row.ad_clicks),
            spendMicros: Math.round((row.spend ?? row.ad_spend ?? 0) * 1_000_000),
          },
        ];
      });
    },

    async conversions(days, campaignIds) {
      if (campaignIds.length === 0) return [];
      const body = {
        time_ranges: [rangeOf(days)],
        time_granularity: 'daily',
        group_by_entity: true,
        entity_ids: campaignIds,
      };
      const path = '/conversions/insights';
      const request = { method: 'POST', path, body, headers: await headers(), isRepeatable: true } as const;
      const { data } = await call(request, pageOf(ConversionRow));
      return data.flatMap(({ campaign_id, readable_time, conversions }) =>
        campaign_id && readable_time
          ? [{ campaignId: campaign_id, day: readable_time.slice(0, 10), conversions: countOf(conversions) }]
          : [],
      );
    },
  };
}

const rangeOf = ({ since, until }: AdDays) => JSON.stringify({ type: 'date_range', since, until });
const countOf = (value: number | null | undefined) => Math.max(0, Math.round(value ?? 0));
const dayOf = (time: number | string | null | undefined) =>
  typeof time === 'string' ? time.slice(0, 10) : undefined;
