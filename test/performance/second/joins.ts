import { type AccountDay, type Click, dayMs, type History, type SpendRow } from './history.ts';

/** Contract 10.5 and 11.8: which clicks a row of spend belongs to, and where it stands. */
export type Level = 'campaign' | 'ad_group' | 'ad';
export const depthOf = { campaign: 1, ad_group: 2, ad: 3 } as const;
export type Names = readonly (string | null)[];
export type Ad = Pick<Click, 'pixel' | 'campaign' | 'adGroup' | 'adId'>;
type KnownAd = Ad & {
  id: string;
  days: Set<string>;
  orderDays: Set<string>;
  /** Human clicks by day and channel. */
  humans: Map<string, Map<string, number>>;
};
const usualChannel: Record<string, string> = {
  google_ads: 'paid_search',
  microsoft_ads: 'paid_search',
  meta: 'paid_social',
  tiktok: 'paid_social',
};
export const usualChannelOf = (network: string) => usualChannel[network] ?? 'paid_other';
const joinDays = 30;

export const isHuman = ({ traffic }: Click) => traffic === 'human' || traffic === 'unknown';
const formats = new Map<string, Intl.DateTimeFormat>();
export function localDay(at: number, zone: string): string {
  if (zone === 'UTC') return new Date(at).toISOString().slice(0, 10);
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  formats.set(zone, format);
  return format.format(at);
}

const exact = (text: string) => text.normalize('NFC').trim();
const folded = (text: string) => exact(text).toLowerCase();
const idText = ({ campaign, adGroup, adId, pixel }: Ad) => JSON.stringify([campaign, adGroup, adId, pixel]);
const isWithin = (day: string, around: string) => Math.abs(Date.parse(day) - Date.parse(around)) <= joinDays * dayMs;

export function levelOf(row: SpendRow): Level | 'account' {
  if (row.adId !== null || row.ad !== null) return 'ad';
  if (row.adGroupId !== null || row.adGroup !== null) return 'ad_group';
  return row.campaignId !== null || row.campaign !== null ? 'campaign' : 'account';
}

export type Joins = ReturnType<typeof joinsOf>;
export function joinsOf(
  { clicks, orders, accountDays, aliases }: History,
  { zone, basis, pixel }: { zone: string; basis: 'click' | 'occurred'; pixel: string | undefined },
) {
  const byId = new Map<string, KnownAd>();
  const adOf = (click: Click): KnownAd => {
    const id = idText(click);
    const ad = byId.get(id) ?? { ...click, id, days: new Set(), orderDays: new Set(), humans: new Map() };
    byId.set(id, ad);
    return ad;
  };
  for (const click of clicks) {
    if (pixel !== undefined && click.pixel !== pixel) continue;
    const day = localDay(click.at, zone);
    const ad = adOf(click);
    ad.days.add(day);
    if (!isHuman(click)) continue;
    const byChannel = ad.humans.get(day) ?? new Map<string, number>();
    ad.humans.set(day, byChannel);
    byChannel.set(click.channel, (byChannel.get(click.channel) ?? 0) + 1);
  }
  for (const { click, at } of orders)
    if (pixel === undefined || click.pixel === pixel) adOf(click).orderDays.add(localDay(basis === 'click' ? click.at : at, zone));
  const ads = [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));

  /** An id is one object under every name that its account has for it around the day. */
  const nameCache = new Map<string, Set<string>>();
  function namesOf(of: AccountDay, level: Level, id: string | null, name: string | null, since = ''): Set<string> {
    if (id === null) return new Set(name === null ? [] : [folded(name)]);
    const key = JSON.stringify([of.network, of.adAccount, of.day, level, id, since]);
    const cached = nameCache.get(key);
    if (cached) return cached;
    const names = accountDays
      .filter(
        ({ network, adAccount, day }) => network === of.network && adAccount === of.adAccount && isWithin(day, of.day) && day >= since,
      )
      .flatMap(({ rows }) => rows)
      .flatMap((row) => {
        const [rowId, rowName] = partOf(row, level);
        return rowId === id && rowName !== null ? [folded(rowName)] : [];
      });
    nameCache.set(key, new Set(names));
    return new Set(names);
  }
  const partOf = (row: SpendRow, level: Level) =>
    ({
      campaign: [row.campaignId, row.campaign],
      ad_group: [row.adGroupId, row.adGroup],
      ad: [row.adId, row.ad],
    })[level] as [string | null, string | null];

  function means(ours: string, of: AccountDay, level: Level, row: SpendRow, since?: string): boolean {
    const [id, name] = partOf(row, level);
    const names = namesOf(of, level, id, name, since);
    return (
      ours === id ||
      names.has(folded(ours)) ||
      aliases.some(
        (alias) =>
          alias.level === level &&
          alias.value === ours &&
          (alias.network === null || alias.network === of.network) &&
          (alias.id === null ? names.has(folded(alias.name ?? '')) : alias.id === id),
      )
    );
  }

  /** The row's own level has to mean the click's word; a coarser level may be unknown on one side. */
  function matches(ad: Ad, of: AccountDay, row: SpendRow, level: Level, since?: string): boolean {
    if (of.pixelKey !== null && of.pixelKey !== ad.pixel) return false;
    const ours = { campaign: ad.campaign, ad_group: ad.adGroup, ad: ad.adId };
    return (['campaign', 'ad_group', 'ad'] as const).slice(0, depthOf[level]).every((part) => {
      const [id, name] = partOf(row, part);
      if (ours[part] === '' || (id === null && name === null)) return part !== level;
      return means(ours[part], of, part, row, since);
    });
  }

  const humansAround = (ad: KnownAd, day: string) =>
    [...ad.humans]
      .filter(([on]) => isWithin(on, day))
      .reduce((sum, [, channels]) => sum + [...channels.values()].reduce((all, one) => all + one, 0), 0);
  const joinedTo = (of: AccountDay, row: SpendRow, level: Level) =>
    ads.filter((ad) => ([...ad.days].some((day) => isWithin(day, of.day)) || ad.orderDays.has(of.day)) && matches(ad, of, row, level));
  const best = (some: readonly KnownAd[], countOf: (ad: KnownAd) => number) =>
    some.reduce<KnownAd | undefined>((top, ad) => (!top || countOf(ad) > countOf(top) ? ad : top), undefined);

  function place(of: AccountDay, row: SpendRow, level: Level) {
    const joined = joinedTo(of, row, level);
    const isJoined = joined.some((ad) => humansAround(ad, of.day) > 0);
    const onChannels = new Map<string, number>();
    for (const ad of joined)
      for (const [channel, count] of ad.humans.get(of.day) ?? []) onChannels.set(channel, (onChannels.get(channel) ?? 0) + count);
    const most = Math.max(0, ...onChannels.values());
    const channel = [...onChannels.keys()].sort().find((name) => onChannels.get(name) === most);
    const named =
      channel === undefined
        ? best(joined, (ad) => humansAround(ad, of.day))
        : best(joined, (ad) => ad.humans.get(of.day)?.get(channel) ?? 0);
    const names = named ? [named.campaign, named.adGroup, named.adId] : unjoinedNames(of, row, level);
    return {
      isJoined,
      channel: channel ?? usualChannelOf(of.network),
      names: [0, 1, 2].map((at) => (at < depthOf[level] ? (names[at] ?? '') : null)) as Names,
    };
  }

  function unjoinedNames(of: AccountDay, row: SpendRow, level: Level): Names {
    const ofLevel = (one: Level) => (level === one ? undefined : best(joinedTo(of, row, one), (ad) => humansAround(ad, of.day)));
    const group = row.adGroupId === null && row.adGroup === null ? undefined : ofLevel('ad_group');
    const aliasOf = (one: Level) =>
      aliases
        .filter((alias) => alias.level === one && [null, of.network].includes(alias.network))
        .filter(({ id, name }) => {
          const [rowId, rowName] = partOf(row, one);
          return id !== null ? id === rowId : rowName !== null && folded(rowName) === folded(name ?? '');
        })
        .map(({ value }) => value)
        .sort()[0];
    return [
      group?.campaign ?? ofLevel('campaign')?.campaign ?? aliasOf('campaign') ?? row.campaign ?? row.campaignId ?? '',
      group?.adGroup ?? aliasOf('ad_group') ?? row.adGroup ?? row.adGroupId ?? '',
      aliasOf('ad') ?? row.adId ?? row.ad ?? '',
    ];
  }

  /** The human clicks of an ad on a day, on whatever channel. */
  const humansOn = (ad: Ad, day: string) => [...(byId.get(idText(ad))?.humans.get(day)?.values() ?? [])].reduce((sum, one) => sum + one, 0);
  const around = (ad: Ad, day: string) => {
    const known = byId.get(idText(ad));
    return known ? humansAround(known, day) : 0;
  };
  return { matches, place, humansOn, humansAround: around };
}
