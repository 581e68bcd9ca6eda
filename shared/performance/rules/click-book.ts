import { dayAfter } from '#shared/values/zone-calendar.ts';
import { joinDays } from './limits.ts';

/** An ad is known by a click or a conversion of its days. */
export type ClickedAd = {
  readonly pixelKey: string;
  readonly campaign: string;
  readonly adGroup: string;
  readonly adId: string;
};
type Counts = Map<string, number>;
type Clicks = {
  humans: Map<string, Counts>;
  ofDay: Counts;
  /** Clicks of any traffic, and conversions. */
  known: Counts;
  converted: Counts;
};
type Level<T> = Map<string, T>;

export const isHumanTraffic = (traffic: string) => traffic === 'human' || traffic === 'unknown';

export type ClickBook = ReturnType<typeof clickBook>;

/** The clicks of all days that a report reads, in the days of its time zone. */
export function clickBook() {
  const byName: Level<Level<Level<Level<ClickedAd>>>> = new Map();
  const clicksOf = new Map<ClickedAd, Clicks>();
  const windows = new Map<string, readonly [string, string]>();

  function adOf(pixelKey: string, campaign: string, adGroup: string, adId: string): ClickedAd {
    const ads = within(within(within(byName, pixelKey), campaign), adGroup);
    const existing = ads.get(adId);
    if (existing) return existing;
    const ad = { pixelKey, campaign, adGroup, adId };
    ads.set(adId, ad);
    clicksOf.set(ad, { humans: new Map(), ofDay: new Map(), known: new Map(), converted: new Map() });
    return ad;
  }

  const clicks = (ad: ClickedAd): Clicks => clicksOf.get(ad) as Clicks;

  function windowOf(day: string): readonly [string, string] {
    const window = windows.get(day) ?? ([dayAfter(day, -joinDays), dayAfter(day, joinDays)] as const);
    windows.set(day, window);
    return window;
  }

  function sumAround(counts: Counts, day: string): number {
    const [from, to] = windowOf(day);
    let sum = 0;
    for (const [other, count] of counts) if (other >= from && other <= to) sum += count;
    return sum;
  }

  return {
    adOf,
    ads: (): ClickedAd[] =>
      [...clicksOf].flatMap(([ad, { known, converted }]) =>
        (ad.campaign || ad.adGroup || ad.adId) && (hasAny(known) || hasAny(converted)) ? [ad] : [],
      ),

    addClicks(ad: ClickedAd, day: string, { channel, isHuman }: { channel: string; isHuman: boolean }, count: number) {
      const { humans, ofDay, known } = clicks(ad);
      add(known, day, count);
      if (!isHuman) return;
      add(ofDay, day, count);
      add(within(humans, day), channel, count);
    },
    addConversions: (ad: ClickedAd, day: string, count: number) => add(clicks(ad).converted, day, count),

    humansOn: (ad: ClickedAd, day: string): ReadonlyMap<string, number> | undefined => clicks(ad).humans.get(day),
    hasHumansOn: (ad: ClickedAd, day: string): boolean => (clicks(ad).ofDay.get(day) ?? 0) > 0,
    hasHumansAround(ad: ClickedAd, day: string): boolean {
      const { ofDay } = clicks(ad);
      if ((ofDay.get(day) ?? 0) > 0) return true;
      const [from, to] = windowOf(day);
      for (const [other, count] of ofDay) if (count > 0 && other >= from && other <= to) return true;
      return false;
    },
    humansAround: (ad: ClickedAd, day: string): number => sumAround(clicks(ad).ofDay, day),
    /** Clicks of other days and conversions of the day itself, so that the answer depends on the day alone. */
    isKnownAround: (ad: ClickedAd, day: string): boolean =>
      sumAround(clicks(ad).known, day) > 0 || (clicks(ad).converted.get(day) ?? 0) > 0,
  };
}

const hasAny = (counts: Counts) => counts.values().some((count) => count > 0);

function within<K, I, T extends Map<I, unknown>>(all: Map<K, T>, key: K): T {
  const existing = all.get(key);
  if (existing) return existing;
  const created = new Map() as unknown as T;
  all.set(key, created);
  return created;
}

const add = (counts: Counts, key: string, count: number) => void counts.set(key, (counts.get(key) ?? 0) + count);
