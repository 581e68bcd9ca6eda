import { seeded } from '#lib/tools/simulate/seeded.ts';

/** Times are epoch milliseconds, days are texts, amounts are decimal texts. */
export type Click = {
  at: number;
  pixel: string;
  channel: string;
  campaign: string;
  adGroup: string;
  adId: string;
  traffic: string;
};
/** A statement has the remaining value of an order. Without a time of its own, the time is that of its arrival. */
export type Statement = { net: string; at: number; isByArrival: boolean };
export type Order = {
  click: Click;
  at: number;
  type: string;
  value: string;
  currency: string;
  statements: readonly Statement[];
};
export type SpendRow = {
  campaignId: string | null;
  campaign: string | null;
  adGroupId: string | null;
  adGroup: string | null;
  adId: string | null;
  ad: string | null;
  spend: string;
};
/** The rows that count for a day of an ad account, after all imports. */
export type AccountDay = {
  network: string;
  adAccount: string;
  day: string;
  currency: string;
  timeZone: string;
  pixelKey: string | null;
  rows: readonly SpendRow[];
};
export type Alias = {
  level: 'campaign' | 'ad_group' | 'ad';
  network: string | null;
  value: string;
  id: string | null;
  name: string | null;
};
export type History = {
  clicks: readonly Click[];
  orders: readonly Order[];
  accountDays: readonly AccountDay[];
  aliases: readonly Alias[];
  rateOf: (from: string, to: string, day: string) => string;
};

export const dayMs = 86_400_000;
export const firstDay = '2026-05-20';
export const historyDays = 80;
export const pixels = ['pk_live_shop', 'pk_live_app'];
export const currencies = ['USD', 'EUR', 'JPY'];
export const shiftDay = (day: string, by: number) => new Date(Date.parse(day) + by * dayMs).toISOString().slice(0, 10);
export const dayAt = (number: number) => shiftDay(firstDay, number);

type Ad = { campaign: string; adGroup: string; adId: string; channels: string[] };
type AdAccount = Pick<AccountDay, 'network' | 'adAccount' | 'currency' | 'timeZone' | 'pixelKey'> & {
  ads: readonly Ad[];
  named: 'by_id' | 'by_name' | 'by_both';
  /** From this day on, the account has another name for its first campaign and its first ad. */
  renamedOn: number;
  /** Before this day, its rows have IDs without names. */
  namedFrom: number;
};

const noNames = { campaignId: null, campaign: null, adGroupId: null, adGroup: null, adId: null, ad: null };

export function randomHistory(seed: number): History {
  const random = seeded(seed);
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
  const whole = (below: number) => Math.floor(random() * below);
  const chance = (share: number) => random() < share;
  const amountIn = (currency: string, below: number) =>
    currency === 'JPY' ? `${whole(below)}` : `${whole(below)}.${whole(100)}`.replace(/\.?0+$/, '') || '0';

  const ads: Ad[] = Array.from({ length: 7 }, (_, at) => ({
    campaign: ['K', 'spring sale', 'brand 3'][at % 3] as string,
    adGroup: at === 6 ? '' : `G${at % 2}`,
    adId: at === 5 ? '' : `ad ${at}`,
    channels: pick([['paid_search'], ['paid_social', 'paid_search'], ['paid_search', 'email'], ['paid_other']]),
  }));
  const adOfClick = () => {
    const ad = pick(ads);
    return chance(0.05) ? { ...ad, adId: ad.adId.toUpperCase() } : ad;
  };
  const dense = pick([25, 60, 140]);
  const clicks: Click[] = Array.from({ length: dense }, () => {
    const { channels, ...names } = adOfClick();
    const luck = random();
    return {
      at: Date.parse(firstDay) + whole(historyDays * 96) * 900_000 + 60_000,
      pixel: chance(0.7) ? (pixels[0] as string) : (pixels[1] as string),
      channel: pick(channels),
      ...names,
      traffic: luck < 0.75 ? 'human' : luck < 0.82 ? 'unknown' : luck < 0.93 ? 'bot' : 'internal',
    };
  });
  const orderCurrencies = pick([['USD'], ['USD', 'USD', 'USD', 'EUR'], currencies]);
  const orders: Order[] = Array.from({ length: Math.round(dense / 2) }, () => {
    const click = pick(clicks);
    const currency = pick(orderCurrencies);
    const at = click.at + Math.floor(random() ** 3 * 25 * 96) * 900_000;
    const value = chance(0.1) ? '0' : amountIn(currency, 300);
    const statements = Array.from({ length: pick([0, 0, 0, 1, 2, 3]) }, () => ({
      net: chance(0.3) ? '0' : amountIn(currency, 300),
      at: at + pick([1, 30, 30, 200, 700]) * 900_000,
      isByArrival: chance(0.4),
    }));
    return {
      click,
      at,
      type: chance(0.85) ? 'order_created' : 'signup_completed',
      value,
      currency,
      statements,
    };
  });

  const accountCurrency = pick([() => 'USD', () => 'USD', () => pick(currencies)]);
  const byPixel = pick([null, null, pixels[0] as string]);
  const accounts: AdAccount[] = (
    [
      ['google_ads', 'a', 'paid_search'],
      ['microsoft_ads', 'm', 'paid_search'],
      ['meta', 'b', 'paid_social'],
      ['tiktok', 't', 'paid_social'],
    ] as const
  )
    .slice(0, 1 + whole(4))
    .map(([network, adAccount, usual]) => ({
      network,
      adAccount,
      currency: accountCurrency(),
      timeZone: pick(['UTC', 'America/New_York']),
      pixelKey: byPixel,
      // Networks of one default channel share campaigns.
      ads: ads.filter(({ campaign }) => chance(chance(0.03) || (campaign === 'spring sale') === (usual === 'paid_social') ? 0.5 : 0)),
      named: pick(['by_id', 'by_name', 'by_both'] as const),
      renamedOn: chance(0.4) ? 20 + whole(45) : 1000,
      namedFrom: chance(0.3) ? 10 + whole(60) : 0,
    }));
  const accountDays = accounts.flatMap((account) => {
    const usualLevel = pick(['ad', 'ad', 'campaign', 'ad_group'] as const);
    const otherLevel = pick(['ad', 'campaign'] as const);
    const changesLevel = chance(0.5);
    const missing = pick([0, 0.1, 0.5]);
    return Array.from({ length: historyDays }, (_, number) => number)
      .filter(() => !chance(missing))
      .map((number) => dayOf(account, number, { usualLevel, otherLevel, changesLevel }));
  });

  function dayOf(
    { ads: own, named, renamedOn, namedFrom, ...facts }: AdAccount,
    number: number,
    levels: { usualLevel: string; otherLevel: string; changesLevel: boolean },
  ): AccountDay {
    const day = dayAt(number);
    if (chance(0.02)) return { ...facts, day, rows: [{ ...noNames, spend: amountIn(facts.currency, 50) }] };
    const rows = new Map<string, SpendRow>();
    const levelOf = new Map<string, string>();
    for (const ad of own) {
      if (chance(0.3)) continue;
      const level = levelOf.get(ad.campaign) ?? (levels.changesLevel && chance(0.3) ? levels.otherLevel : levels.usualLevel);
      levelOf.set(ad.campaign, level);
      if (level === 'ad_group' && ad.adGroup === '') continue;
      const isRenamed = number >= renamedOn;
      const isNameless = number < namedFrom && named !== 'by_name';
      const campaign = isRenamed && ad.campaign === own[0]?.campaign ? `${ad.campaign} (new)` : ad.campaign;
      const name = isRenamed && ad === own[0] ? `${ad.adId} copy` : ad.adId;
      const campaignNames = {
        campaignId: named === 'by_name' ? null : named === 'by_id' ? ad.campaign : `c-${ad.campaign}`,
        campaign: isNameless ? null : named === 'by_id' ? `Theirs ${campaign}` : campaign.toUpperCase(),
      };
      const groupNames = { adGroupId: null, adGroup: ad.adGroup || null };
      const adNames = {
        adId: named === 'by_name' ? null : named === 'by_id' ? ad.adId || 'none' : `a-${ad.adId}`,
        ad: isNameless ? null : name || 'none',
      };
      const row: SpendRow = {
        ...noNames,
        ...campaignNames,
        ...(level !== 'campaign' && ad.adGroup !== '' && groupNames),
        ...(level === 'ad' && adNames),
        spend: chance(0.1) ? '0' : amountIn(facts.currency, 90),
      };
      rows.set(JSON.stringify({ ...row, spend: '' }), row);
    }
    return { ...facts, day, rows: [...rows.values()] };
  }

  const aliases: Alias[] = chance(0.3)
    ? [
        { level: 'campaign', network: pick(['google_ads', null]), value: 'K', id: null, name: 'K (new)' },
        { level: 'campaign', network: 'google_ads', value: 'K', id: 'c-K', name: null },
        { level: 'ad', network: null, value: 'ad 0', id: null, name: 'ad 0 copy' },
      ]
    : [];
  const rateOf = (from: string, to: string, day: string) =>
    (0.5 + (((Date.parse(day) / dayMs) * (from.charCodeAt(0) + 3 * to.charCodeAt(0)) * 7919) % 9999) / 10_000).toFixed(4);
  return { clicks, orders, accountDays, aliases, rateOf };
}
