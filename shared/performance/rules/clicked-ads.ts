export type ClickedAd = { pixelKey: string; campaign: string; adGroup: string; adId: string };
type HumanClicks = { all: number; byDay: Map<string, Map<string, number>> };

export type ClickedAds = ReturnType<typeof clickedAds>;

export function clickedAds() {
  const ads = new Map<string, ClickedAd>();
  const countOf = new Map<ClickedAd, number>();
  const clicksOf = new Map<ClickedAd, HumanClicks>();

  function adOf(names: ClickedAd, count: number): ClickedAd {
    const id = JSON.stringify([names.pixelKey, names.campaign, names.adGroup, names.adId]);
    const ad = ads.get(id) ?? names;
    if (ad === names) ads.set(id, ad);
    countOf.set(ad, (countOf.get(ad) ?? 0) + count);
    return ad;
  }

  return {
    ads: () =>
      [...ads.values()].filter((ad) => (countOf.get(ad) ?? 0) > 0 && (ad.campaign || ad.adGroup || ad.adId)),
    adOf,

    add(ad: ClickedAd, day: string, channel: string, humans: number): void {
      const clicks = clicksOf.get(ad) ?? { all: 0, byDay: new Map<string, Map<string, number>>() };
      clicksOf.set(ad, clicks);
      clicks.all += humans;
      const channels = clicks.byDay.get(day) ?? new Map<string, number>();
      clicks.byDay.set(day, channels);
      channels.set(channel, (channels.get(channel) ?? 0) + humans);
    },

    on: (ad: ClickedAd, day: string): ReadonlyMap<string, number> | undefined =>
      clicksOf.get(ad)?.byDay.get(day),
    all: (ad: ClickedAd): number => clicksOf.get(ad)?.all ?? 0,
  };
}
