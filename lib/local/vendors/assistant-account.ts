import { days } from '#shared/values/durations.ts';
import { sha256 } from '#shared/values/ids.ts';

export type MadeUpAccount = ReturnType<typeof assistantAccount>;

const subjects = [
  ['Trail season', ['Rocky paths', 'Wet weather']],
  ['City running', ['Commuters', 'Beginners']],
  ['Winter sale', ['Warm socks', 'Last sizes']],
] as const;
const openings = ['Shoes that last', 'Repair, not replace'];

export const chance = (...words: readonly string[]) =>
  Number.parseInt(sha256(words.join('#')).slice(0, 12), 16) / 16 ** 12;

export function assistantAccount(id: string) {
  const short = sha256(id).slice(0, 8);
  const campaigns = subjects.map(([name], at) => ({
    id: `cmpn_${short}${at}`,
    created_at: 1_767_225_600,
    updated_at: 1_767_225_600,
    name,
    description: null,
    status: at === 2 ? 'paused' : 'active',
    start_time: 1_767_225_600,
    end_time: null,
    budget: { daily_spend_limit_micros: (30 + at * 20) * 1_000_000 },
    bidding_type: 'cpc',
  }));
  const adGroups = subjects.flatMap(([, names], at) =>
    names.map((name, place) => ({
      id: `adgrp_${short}${at}${place}`,
      campaign_id: `cmpn_${short}${at}`,
      name,
      status: 'active',
      context_hints: [name.toLowerCase()],
    })),
  );
  const ads = adGroups.flatMap((group, at) =>
    openings.map((opening, place) => ({
      id: `ad_${short}${at}${place}`,
      ad_group_id: group.id,
      campaign_id: group.campaign_id,
      name: `${group.name}: ${opening}`,
      status: 'active',
      review_status: at === 1 && place === 1 ? 'rejected' : 'approved',
      serving_issues: at === 1 && place === 1 ? ['ad_rejected'] : [],
      creative: {
        type: 'chat_card',
        title: opening,
        body: `${group.name}. See what fits you.`,
        target_url: 'https://northwind.example/',
        file_id: `file_${short}${at}${place}`,
      },
    })),
  );
  return {
    account: {
      id,
      name: 'Northwind Shoes',
      url: 'https://northwind.example/',
      preview_url: null,
      timezone: 'America/New_York',
      currency_code: 'USD',
    },
    campaigns,
    adGroups,
    ads,
  };
}

type Ad = MadeUpAccount['ads'][number];

/**
 * `null` means that the ad did not run. Spend of the last two days is lower, because it is not final, as at
 * the vendor.
 */
export function dayOfAd(ad: Ad, day: string, today: string) {
  if (ad.review_status !== 'approved') return null;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const season = weekday === 0 || weekday === 6 ? 1.4 : 1;
  const impressions = Math.round(
    (200 + 900 * chance(ad.id, 'size')) * season * (0.7 + 0.6 * chance(ad.id, day)),
  );
  if (impressions < 180) return null;
  const clicks = Math.round(
    impressions * (0.008 + 0.03 * chance(ad.id, 'rate')) * (0.8 + 0.4 * chance(day, ad.id)),
  );
  const spend = clicks * (0.4 + 0.9 * chance(ad.id, 'price'));
  const isFinal = Date.parse(today) - Date.parse(day) > days(2);
  return { impressions, clicks, spend: Math.round(spend * (isFinal ? 1 : 0.93) * 100) / 100 };
}
