import type { SpendJoins } from '#shared/performance/rules/join-candidates.ts';
import type { ClickedNames, JoinedSpend } from '#shared/performance/rules/join-sides.ts';
import type { Evidence } from '#shared/spend/rules/joins.ts';
import { addDecimals, money } from '#shared/values/decimal.ts';

export const joinsAnswer = ({ joined, spendWithoutClicks, clicksWithoutSpend }: SpendJoins) => ({
  joined: [...Map.groupBy(joined, ({ currency }) => currency)].map(([currency, rows]) => ({
    currency,
    rows: rows.length,
    spend: money(rows.reduce((sum, { spend }) => addDecimals(sum, spend), '0')),
  })),
  spend_without_clicks_count: spendWithoutClicks.count,
  clicks_without_spend_count: clicksWithoutSpend.count,
  spend_without_clicks: spendWithoutClicks.largest.map(({ of: row, candidates }) => ({
    ...spendNames(row),
    currency: row.currency,
    spend: money(row.spend),
    days: row.days.size,
    candidates: candidates.map(({ of, hasSpend, evidence }) => ({
      ...clickNames(of),
      has_spend: hasSpend,
      evidence: evidenceRecord(evidence),
    })),
  })),
  clicks_without_spend: clicksWithoutSpend.largest.map(({ of: one, candidates }) => ({
    ...clickNames(one),
    clicks: one.clicks,
    conversions: one.conversions,
    days: one.days.size,
    values: [...one.values].map(([currency, value]) => ({ currency, value: money(value) })),
    candidates: candidates.map(({ of, evidence }) => ({
      ...spendNames(of),
      evidence: evidenceRecord(evidence),
    })),
  })),
});

const evidenceRecord = ({ nameDistance, contains, sharedDays }: Evidence) => ({
  name_distance: nameDistance,
  contains,
  shared_days: sharedDays,
});

const clickNames = ({ pixelKey, campaign, adGroup, adId }: ClickedNames) => ({
  pixel_key: pixelKey,
  campaign: campaign ?? '',
  ad_group: adGroup ?? '',
  ad_id: adId ?? '',
});

const spendNames = ({ network, adAccount, pixelKey, level, campaignId, campaign, adGroupId, adGroup, adId, ad }: JoinedSpend) => ({
  network,
  account: adAccount,
  pixel_key: pixelKey,
  level,
  campaign_id: campaignId,
  campaign,
  ad_group_id: adGroupId,
  ad_group: adGroup,
  ad_id: adId,
  ad,
});
