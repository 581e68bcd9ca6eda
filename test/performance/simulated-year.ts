import { seeded } from '#lib/tools/simulate/seeded.ts';
import type { SpendDay, SpendRow } from '#shared/spend/rules/spend-rows.ts';

/** Amounts are whole cents, times are epoch milliseconds. */
export type Click = {
  at: number;
  pixel: string;
  channel: string;
  campaign: string;
  adGroup: string;
  adId: string;
  traffic: string;
};
export type Order = {
  click: Click;
  at: number;
  type: string;
  cents: number;
  currency: string;
  matchedBy: 'svc_click_id' | 'external_user_id';
};
export type SpendOfDay = SpendDay & { network: string; adAccount: string };
export type Year = {
  clicks: Click[];
  orders: Order[];
  /** A later import of the same ad account and day replaces an earlier import. */
  imports: SpendOfDay[];
};

export const firstDay = '2025-09-01';
export const yearDays = 365;
const dayMs = 86_400_000;
export const pixels = ['pk_live_shop', 'pk_live_app'];
const start = Date.parse(firstDay);

type Ad = {
  network: string;
  channels: string[];
  ours: Pick<Click, 'campaign' | 'adGroup' | 'adId'>;
  row: Partial<SpendRow>;
};

const ads: Ad[] = Array.from({ length: 40 }, (_, at) => {
  const [campaign, group] = [at % 4, at % 8];
  if (at < 16)
    return {
      network: 'google_ads',
      channels: ['paid_search', 'paid_search', 'paid_shopping', 'organic_search'],
      ours: { campaign: `g${campaign}`, adGroup: `gg${group}`, adId: `${1000 + at}` },
      row: {
        campaignId: `g${campaign}`,
        campaign: `Search ${campaign}`,
        adGroupId: `gg${group}`,
        adId: `${1000 + at}`,
        ad: 'Text',
      },
    };
  if (at < 32)
    return {
      network: 'meta',
      channels: ['paid_social', 'paid_social', 'organic_social'],
      ours: { campaign: `spring sale ${campaign}`, adGroup: '', adId: `video ${at}` },
      row: { campaign: `Spring SALE ${campaign}`, ad: `Video ${at}` },
    };
  return {
    network: 'podcast',
    channels: ['paid_other', 'email'],
    ours: { campaign: `pod${campaign}`, adGroup: '', adId: '' },
    row: { campaignId: `p-${campaign}`, campaign: `Podcast ${campaign}` },
  };
});
export const aliases = [0, 1, 2].map((at) => ({
  level: 'campaign' as const,
  network: 'podcast',
  value: `pod${at}`,
  id: `p-${at}`,
  name: null,
}));

const accounts = {
  google_ads: { currency: 'USD', timeZone: 'America/New_York', pixelKey: null, level: 'ad' },
  meta: { currency: 'EUR', timeZone: 'UTC', pixelKey: null, level: 'ad' },
  podcast: { currency: 'GBP', timeZone: 'UTC', pixelKey: 'pk_live_app', level: 'campaign' },
} as const;

const noNames = { campaignId: null, campaign: null, adGroupId: null, adGroup: null, adId: null, ad: null };

/** A `share` of 1 is 200,000 clicks and 8,000 orders. */
export function simulatedYear(seed: number, share: number): Year {
  const random = seeded(seed);
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
  const clicks: Click[] = Array.from({ length: Math.round(200_000 * share) }, () => {
    const ad = pick(ads);
    const chance = random();
    return {
      at: start + Math.floor(random() * yearDays * dayMs),
      pixel: pick(pixels),
      channel: pick(ad.channels),
      ...ad.ours,
      traffic: chance < 0.75 ? 'human' : chance < 0.8 ? 'unknown' : chance < 0.95 ? 'bot' : 'internal',
    };
  });
  const buyers = clicks.filter(({ traffic }) => traffic !== 'bot');
  const orders: Order[] = Array.from({ length: Math.round(8000 * share) }, () => {
    const click = pick(buyers);
    const isOrder = random() < 0.8;
    return {
      click,
      at: click.at + Math.floor(random() ** 4 * 30 * dayMs),
      type: isOrder ? 'order_created' : 'signup_completed',
      cents: isOrder ? 1 + Math.floor(random() * 30_000) : 0,
      currency: pick(['USD', 'USD', 'USD', 'EUR', 'GBP']),
      matchedBy: random() < 0.9 ? 'svc_click_id' : 'external_user_id',
    };
  });
  const dayAt = (number: number) => new Date(start + number * dayMs).toISOString().slice(0, 10);
  const dayOf = (network: keyof typeof accounts, number: number): SpendOfDay => {
    const { currency, timeZone, pixelKey, level } = accounts[network];
    const isByCampaign = network === 'podcast' || (network === 'meta' && number % 70 < 14);
    const names = ads.filter((ad) => ad.network === network).map(({ row }) => row);
    const shown = isByCampaign ? names.slice(0, 4).map(({ campaignId, campaign }) => ({ campaignId, campaign })) : names;
    const rows = shown
      .filter(() => random() < 0.9)
      .map((row) => ({
        ...noNames,
        ...row,
        spend: (Math.floor(random() * 9000) / 100).toString(),
        impressions: random() < 0.5 ? Math.floor(random() * 1000) : null,
        clicks: random() < 0.5 ? Math.floor(random() * 50) : null,
        reportedConversions: null,
        reportedValue: null,
      })) as SpendRow[];
    return {
      network,
      adAccount: 'main',
      day: dayAt(number),
      currency,
      timeZone,
      pixelKey,
      level: isByCampaign ? ('campaign' as const) : level,
      rows,
    };
  };
  const networks = Object.keys(accounts) as (keyof typeof accounts)[];
  const imports = networks.flatMap((network) => Array.from({ length: yearDays }, (_, number) => dayOf(network, number)));
  for (let at = 0; at < 150; at++) imports.push(dayOf(pick(networks), Math.floor(random() * yearDays)));
  return { clicks, orders, imports };
}
