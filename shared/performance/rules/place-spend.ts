import type { Channel } from '#shared/clicks/rules/channels.ts';
import {
  foldedName,
  type JoinLevel,
  joinFinder,
  joinLevels,
  type SpendAlias,
} from '#shared/spend/rules/joins.ts';
import { rowKey, type SpendLevel, type SpendNames, spendLevels } from '#shared/spend/rules/spend-rows.ts';
import type { ClickedAd, ClickedAds } from './clicked-ads.ts';
import type { Place } from './dimensions.ts';

export type SpendPlaces = ReturnType<typeof spendPlaces>;
export type SpendOfDay = SpendNames & {
  network: string;
  adAccount: string;
  level: SpendLevel;
  day: string;
  pixelKey: string | null;
};
export type OurWords = { campaign: string | null; adGroup: string | null; adId: string | null };

/**
 * A row appears once: at its ad, on the channel with most human clicks (ties go by the alphabet), or on its
 * network's default channel. `asked` counts compared clicks for a bound.
 */
export function spendPlaces(
  clicked: ClickedAds,
  aliases: readonly SpendAlias[],
  asked: (times: number) => void = () => {},
) {
  const costOfPair = 1 + aliases.length / 50;
  const find = joinFinder(clicked.ads(), aliases, () => asked(costOfPair));
  const wordsOfAlias = aliasWords(aliases);
  const joined = new Map<string, { ads: ClickedAd[]; words: OurWords }>();

  function joinOf(row: SpendOfDay): { ads: ClickedAd[]; words: OurWords } {
    const key = JSON.stringify([row.network, row.pixelKey, row.level, rowKey(row)]);
    const cachedJoin = joined.get(key);
    if (cachedJoin) return cachedJoin;
    const ads = find(row).filter(({ pixelKey }) => row.pixelKey === null || pixelKey === row.pixelKey);
    const most = bestOf(ads, clicked.all);
    const join = { ads, words: most ? wordsOf(most, row.level) : ownWords(row) };
    joined.set(key, join);
    return join;
  }

  /** The campaign's or ad group's clicks, an alias or the network give the words of an ad without clicks. */
  function ownWords(row: SpendOfDay): OurWords {
    const depth = spendLevels.indexOf(row.level);
    if (depth === 0) return { campaign: null, adGroup: null, adId: null };
    const coarser = spendLevels[depth - 1] as SpendLevel;
    const above = joinOf(withoutFiner(row, coarser)).words;
    const word = (level: JoinLevel, id: string | null, name: string | null) =>
      wordsOfAlias(level, row.network, { id, name }) ?? (level === 'ad' ? (id ?? name) : (name ?? id)) ?? '';
    if (row.level === 'campaign')
      return { ...above, campaign: word('campaign', row.campaignId, row.campaign) };
    const inCampaign = { ...above, campaign: above.campaign ?? '' };
    if (row.level === 'ad_group')
      return { ...inCampaign, adGroup: word('ad_group', row.adGroupId, row.adGroup) };
    return { ...inCampaign, adGroup: above.adGroup ?? '', adId: word('ad', row.adId, row.ad) };
  }

  function placeOf(row: SpendOfDay): Place {
    const { day, pixelKey } = row;
    const { ads, words } = joinOf(row);
    asked(ads.length);
    const humans = new Map<string, number>();
    for (const ad of ads)
      for (const [channel, count] of clicked.on(ad, day) ?? [])
        if (count > 0) humans.set(channel, (humans.get(channel) ?? 0) + count);
    const [most] = [...humans].sort(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1));
    const channel = most?.[0] ?? defaultChannelOf(row.network);
    const ofDay = most ? bestOf(ads, (ad) => clicked.on(ad, day)?.get(channel) ?? 0) : undefined;
    return { day, pixelKey, channel, ...(ofDay ? wordsOf(ofDay, row.level) : words) };
  }

  return { joinOf, placeOf };
}

function bestOf(ads: readonly ClickedAd[], clicksOf: (ad: ClickedAd) => number): ClickedAd | undefined {
  let best: { ad: ClickedAd; clicks: number } | undefined;
  for (const ad of ads) {
    const clicks = clicksOf(ad);
    if (!best || clicks > best.clicks || (clicks === best.clicks && textOf(ad) < textOf(best.ad)))
      best = { ad, clicks };
  }
  return best?.ad;
}

const textOf = ({ campaign, adGroup, adId, pixelKey }: ClickedAd) =>
  JSON.stringify([campaign, adGroup, adId, pixelKey]);

const wordsOf = ({ campaign, adGroup, adId }: ClickedAd, level: SpendLevel): OurWords => ({
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
  const keyOf = (level: JoinLevel, part: string, network: string | null) =>
    JSON.stringify([level, part, network]);
  const words = new Map<string, string>();
  for (const { level, network, value, id, name } of [...aliases].sort((a, b) => (a.value < b.value ? 1 : -1)))
    words.set(keyOf(level, id !== null ? `id ${id}` : `name ${foldedName(name ?? '')}`, network), value);
  return (level: JoinLevel, network: string, { id, name }: { id: string | null; name: string | null }) => {
    const parts = [
      ...(id === null ? [] : [`id ${id}`]),
      ...(name === null ? [] : [`name ${foldedName(name)}`]),
    ];
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
