import { days } from '#shared/values/durations.ts';
import { sha256 } from '#shared/values/ids.ts';

export type MadeUpAccount = ReturnType<typeof assistantAccount>;

type AdPlan = {
  id: string;
  name: string;
  title: string;
  isRejected: boolean;
  figures: { impressions: number; clickRate: number; price: number };
};
type GroupPlan = { id: string; name: string; ads: AdPlan[] };
type CampaignPlan = { id: string; name: string; status: string; groups: GroupPlan[] };
type AccountPlan = { timezone: string; currency: string; campaigns: CampaignPlan[] };

const subjects = [
  ['Trail season', ['Rocky paths', 'Wet weather']],
  ['City running', ['Commuters', 'Beginners']],
  ['Winter sale', ['Warm socks', 'Last sizes']],
] as const;
const openings = ['Shoes that last', 'Repair, not replace'];

export const chance = (...words: readonly string[]) => Number.parseInt(sha256(words.join('#')).slice(0, 12), 16) / 16 ** 12;

/** The demo shop's visitors arrive from campaigns with these names (`demo-ads.ts`). */
const demoPlan: AccountPlan = {
  timezone: 'UTC',
  currency: 'EUR',
  campaigns: [
    {
      id: 'cmpn_autumn',
      name: 'europe_autumn',
      status: 'active',
      groups: [
        {
          id: 'adgrp_boots',
          name: 'hiking_boots',
          ads: [
            demoAd('ad_61', 'Boots for wet paths', { price: 4.6 }),
            demoAd('ad_62', 'Boots that can be repaired', { price: 4.2, clickRate: 0.009 }),
            { ...demoAd('ad_63', 'The best boots of all', { price: 4.2 }), isRejected: true },
          ],
        },
        {
          id: 'adgrp_carts',
          name: 'cart_leavers',
          ads: [demoAd('ad_71', 'Your boots are still here', { price: 6.9 })],
        },
      ],
    },
    { id: 'cmpn_socks', name: 'winter_socks', status: 'paused', groups: [] },
  ],
};

function demoAd(id: string, title: string, figures: { price: number; clickRate?: number }): AdPlan {
  return {
    id,
    name: title,
    title,
    isRejected: false,
    figures: { impressions: 310, clickRate: 0.0145, ...figures },
  };
}

function planOf(id: string): AccountPlan {
  const short = sha256(id).slice(0, 8);
  const adOf = (group: string, at: number, opening: string, place: number): AdPlan => {
    const ad = `ad_${short}${at}${place}`;
    return {
      id: ad,
      name: `${group}: ${opening}`,
      title: opening,
      isRejected: at === 1 && place === 1,
      figures: {
        impressions: 200 + 900 * chance(ad, 'size'),
        clickRate: 0.008 + 0.03 * chance(ad, 'rate'),
        price: 0.4 + 0.9 * chance(ad, 'price'),
      },
    };
  };
  const campaigns = subjects.map(
    ([name, groups], at): CampaignPlan => ({
      id: `cmpn_${short}${at}`,
      name,
      status: at === 2 ? 'paused' : 'active',
      groups: groups.map((group, place) => ({
        id: `adgrp_${short}${at}${place}`,
        name: group,
        ads: openings.map((opening, openingIndex) => adOf(group, at * groups.length + place, opening, openingIndex)),
      })),
    }),
  );
  return { timezone: 'America/New_York', currency: 'USD', campaigns };
}

export function assistantAccount(id: string) {
  const plan = id === 'act_demo' ? demoPlan : planOf(id);
  const adGroups = plan.campaigns.flatMap((campaign) => campaign.groups.map((group) => ({ ...group, campaign_id: campaign.id })));
  return {
    account: {
      id,
      name: 'Northwind Shoes',
      url: 'https://northwind.example/',
      preview_url: null,
      timezone: plan.timezone,
      currency_code: plan.currency,
    },
    campaigns: plan.campaigns.map(({ id, name, status }, at) => ({
      id,
      name,
      status,
      description: null,
      bidding_type: 'cpc',
      created_at: 1_767_225_600,
      updated_at: 1_767_225_600,
      start_time: 1_767_225_600,
      end_time: null,
      budget: { daily_spend_limit_micros: (30 + at * 20) * 1_000_000 },
    })),
    adGroups: adGroups.map(({ id, campaign_id, name }) => ({
      id,
      campaign_id,
      name,
      status: 'active',
      context_hints: [name.toLowerCase()],
    })),
    ads: adGroups.flatMap((group) =>
      group.ads.map(({ id, name, title, isRejected, figures }) => ({
        id,
        ad_group_id: group.id,
        campaign_id: group.campaign_id,
        name,
        status: 'active',
        figures,
        review_status: isRejected ? 'rejected' : 'approved',
        serving_issues: isRejected ? ['ad_rejected'] : [],
        creative: {
          type: 'chat_card',
          title,
          body: `${group.name}. See what fits you.`,
          target_url: 'https://northwind.example/',
          file_id: id.replace(/^ad_/, 'file_'),
        },
      })),
    ),
  };
}

type Ad = MadeUpAccount['ads'][number];

/** Returns `null` if the ad did not run. As at the vendor, spend of the last two days is not final. */
export function dayOfAd({ id, review_status, figures }: Ad, day: string, today: string) {
  if (review_status !== 'approved') return null;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const season = weekday === 0 || weekday === 6 ? 1.4 : 1;
  const impressions = Math.round(figures.impressions * season * (0.7 + 0.6 * chance(id, day)));
  if (impressions < 180) return null;
  const clicks = Math.round(impressions * figures.clickRate * (0.8 + 0.4 * chance(day, id)));
  const isFinal = Date.parse(today) - Date.parse(day) > days(2);
  const spend = clicks * figures.price * (isFinal ? 1 : 0.93);
  return { impressions, clicks, spend: Math.round(spend * 100) / 100 };
}
