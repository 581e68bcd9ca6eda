import type { Channel } from '#shared/clicks/rules/channels.ts';
import { foldedName, type JoinLevel, joinFinder, joinLevels, type SpendAlias, type TheirNames } from '#shared/spend/rules/joins.ts';
import { type SpendLevel, type SpendNames, spendLevels } from '#shared/spend/rules/spend-rows.ts';
import type { ClickBook, ClickedAd } from './click-book.ts';
import type { Place } from './dimensions.ts';

export type SpendOfDay = SpendNames & {
  network: string;
  adAccount: string;
  level: SpendLevel;
  day: string;
  pixelKey: string | null;
};
export type OurWords = { campaign: string | null; adGroup: string | null; adId: string | null };
export type PlacedSpend = { place: Place; ads: readonly ClickedAd[]; isJoined: boolean };
export type SpendPlaces = ReturnType<typeof spendPlaces>;

/**
 * A row appears once: at its ad, on the channel with most human clicks (ties go by the alphabet), or on its
 * network's default channel. Its place depends on its day and the days around it, never on the days of the report.
 * `asked` counts compared clicks for a bound.
 */
export function spendPlaces(
  book: ClickBook,
  aliases: readonly SpendAlias[],
  namesOf: (row: SpendOfDay) => TheirNames,
  asked: (times: number) => void = () => {},
) {
  const find = joinFinder(book.ads(), aliases, asked);
  const wordsOfAlias = aliasWords(aliases);
  const adsOfObject = new Map<string, ClickedAd[]>();
  const coarserWords = new Map<string, OurWords>();

  function adsOf(row: SpendOfDay): readonly ClickedAd[] {
    const { network, pixelKey, level } = row;
    const theirs = namesOf(row);
    const key = JSON.stringify([network, pixelKey, level, theirs.campaign, theirs.ad_group, theirs.ad]);
    const cached = adsOfObject.get(key);
    if (cached) return cached;
    const ads = find({ network, level, theirs }).filter((ad) => pixelKey === null || ad.pixelKey === pixelKey);
    adsOfObject.set(key, ads);
    return ads;
  }

  function wordsAround(row: SpendOfDay, ads: readonly ClickedAd[]): OurWords {
    asked(ads.length);
    const knownAds = ads.filter((ad) => book.isKnownAround(ad, row.day));
    const best = bestOf(knownAds, (ad) => book.humansAround(ad, row.day));
    return best ? wordsOf(best, row.level) : ownWords(row);
  }

  function wordsOfCoarser(row: SpendOfDay, level: SpendLevel): OurWords {
    const coarser = withoutFiner(row, level);
    const { network, adAccount, pixelKey, day } = row;
    const { campaignId, campaign, adGroupId, adGroup } = coarser;
    const key = JSON.stringify([network, adAccount, pixelKey, day, campaignId, campaign, adGroupId, adGroup]);
    const words = coarserWords.get(key) ?? wordsAround(coarser, adsOf(coarser));
    coarserWords.set(key, words);
    return words;
  }

  /** The campaign's or ad group's clicks, an alias or the network give the words of an ad without clicks. */
  function ownWords(row: SpendOfDay): OurWords {
    const depth = spendLevels.indexOf(row.level);
    if (depth === 0) return { campaign: null, adGroup: null, adId: null };
    const above = wordsOfCoarser(row, spendLevels[depth - 1] as SpendLevel);
    const word = (level: JoinLevel, id: string | null, name: string | null) =>
      wordsOfAlias(level, row.network, { id, name }) ?? (level === 'ad' ? (id ?? name) : (name ?? id)) ?? '';
    if (row.level === 'campaign') return { ...above, campaign: word('campaign', row.campaignId, row.campaign) };
    const inCampaign = { ...above, campaign: above.campaign ?? '' };
    if (row.level === 'ad_group') return { ...inCampaign, adGroup: word('ad_group', row.adGroupId, row.adGroup) };
    return { ...inCampaign, adGroup: above.adGroup ?? '', adId: word('ad', row.adId, row.ad) };
  }

  function placed(row: SpendOfDay): PlacedSpend {
    const { day, pixelKey } = row;
    const ads = adsOf(row);
    asked(ads.length);
    const humans = new Map<string, number>();
    for (const ad of ads)
      for (const [channel, count] of book.humansOn(ad, day) ?? []) if (count > 0) humans.set(channel, (humans.get(channel) ?? 0) + count);
    const [most] = [...humans].sort(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1));
    const channel = most?.[0] ?? defaultChannelOf(row.network);
    const ofDay = most ? bestOf(ads, (ad) => book.humansOn(ad, day)?.get(channel) ?? 0) : undefined;
    const words = ofDay ? wordsOf(ofDay, row.level) : wordsAround(row, ads);
    const isJoined = most !== undefined || ads.some((ad) => book.hasHumansAround(ad, day));
    return { place: { day, pixelKey, channel, ...words }, ads, isJoined };
  }

  return { placed, adsOf, ownWords };
}

export function bestOf(ads: readonly ClickedAd[], clicksOf: (ad: ClickedAd) => number): ClickedAd | undefined {
  if (ads.length < 2) return ads[0];
  let best: { ad: ClickedAd; clicks: number } | undefined;
  for (const ad of ads) {
    const clicks = clicksOf(ad);
    if (!best || clicks > best.clicks || (clicks === best.clicks && textOf(ad) < textOf(best.ad))) best = { ad, clicks };
  }
  return best?.ad;
}

const textOf = ({ campaign, adGroup, adId, pixelKey }: ClickedAd) => JSON.stringify([campaign, adGroup, adId, pixelKey]);

export const wordsOf = ({ campaign, adGroup, adId }: ClickedAd, level: SpendLevel): OurWords => ({
  campaign,
  adGroup: level === 'campaign' ? null : adGroup,
  adId: level === 'ad' ? adId : null,
});

export function withoutFiner(row: SpendOfDay, level: SpendLevel): SpendOfDay {
  const depth = spendLevels.indexOf(level);
  const isAbsent = (joinLevel: JoinLevel) => joinLevels.indexOf(joinLevel) >= depth;
  return {
    ...row,
    level,
    ...(isAbsent('ad') && { adId: null, ad: null }),
    ...(isAbsent('ad_group') && { adGroupId: null, adGroup: null }),
    ...(isAbsent('campaign') && { campaignId: null, campaign: null }),
  };
}

/** The alphabetically first of several aliases counts. */
function aliasWords(aliases: readonly SpendAlias[]) {
  const keyOf = (level: JoinLevel, part: string, network: string | null) => JSON.stringify([level, part, network]);
  const words = new Map<string, string>();
  for (const { level, network, value, id, name } of [...aliases].sort((a, b) => (a.value < b.value ? 1 : -1)))
    words.set(keyOf(level, id !== null ? `id ${id}` : `name ${foldedName(name ?? '')}`, network), value);
  return (level: JoinLevel, network: string, { id, name }: { id: string | null; name: string | null }) => {
    const parts = [...(id === null ? [] : [`id ${id}`]), ...(name === null ? [] : [`name ${foldedName(name)}`])];
    return [network, null]
      .flatMap((of) => parts.map((part) => words.get(keyOf(level, part, of))))
      .filter((word) => word !== undefined)
      .sort()[0];
  };
}

const channelOfNetwork: Record<string, Channel> = {
  google_ads: 'paid_search',
  microsoft_ads: 'paid_search',
  meta: 'paid_social',
  tiktok: 'paid_social',
  linkedin: 'paid_social',
  assistant: 'assistant_paid',
};

/** Spend of a day without human clicks is on this channel. */
const defaultChannelOf = (network: string): Channel => channelOfNetwork[network] ?? 'paid_other';
