import { rowKey, spendLevels } from '#shared/spend/rules/spend-rows.ts';
import type { ClickedAd } from './click-book.ts';
import { adNames, type GroupNames, groupNames } from './dimensions.ts';
import { bestOf, type OurWords, type SpendOfDay, type SpendPlaces, withoutFiner, wordsOf } from './place-spend.ts';

const place = { day: '', pixelKey: null, channel: '' };
const namesOf = (words: OurWords): GroupNames => groupNames({ ...place, ...words }, adNames);
const keyOf = (names: GroupNames, depth: number) => JSON.stringify(names.slice(0, depth));
const finestFirst = [3, 2, 1];

export type PeriodJoins = ReturnType<typeof periodJoins>;

/** The joins of spend with the ads that one period counts. */
export function periodJoins(places: SpendPlaces, countOfAd: ReadonlyMap<ClickedAd, number>) {
  const cache = new Map<string, { ads: readonly ClickedAd[]; words: OurWords }>();
  return {
    joinOf(row: SpendOfDay): { ads: readonly ClickedAd[]; words: OurWords } {
      const key = JSON.stringify([row.network, row.adAccount, row.pixelKey, row.level, rowKey(row)]);
      const cached = cache.get(key);
      if (cached) return cached;
      const ads = places.adsOf(row).filter((ad) => (countOfAd.get(ad) ?? 0) > 0);
      const best = bestOf(ads, (ad) => countOfAd.get(ad) ?? 0);
      const join = { ads, words: best ? wordsOf(best, row.level) : places.ownWords(row) };
      cache.set(key, join);
      return join;
    },
  };
}

export type PairedNames = ReturnType<typeof pairedNames>;

/** A row of spend shows which names of two periods mean the same ad. */
export function pairedNames(current: PeriodJoins, previous: PeriodJoins) {
  const renamed = new Map<string, GroupNames>();

  return {
    add(row: SpendOfDay): void {
      for (const level of spendLevels.slice(1, spendLevels.indexOf(row.level) + 1)) {
        const coarser = withoutFiner(row, level);
        const before = previous.joinOf(coarser);
        if (before.ads.length === 0) continue;
        const now = current.joinOf(coarser);
        if (now.ads.length > 0) continue;
        const depth = spendLevels.indexOf(level);
        const key = keyOf(namesOf(before.words), depth);
        const names = namesOf(now.words).slice(0, depth);
        const other = renamed.get(key);
        if (!other || keyOf(names, depth) < keyOf(other, depth)) renamed.set(key, names);
      }
    },

    currentAdOf: (row: SpendOfDay): GroupNames | null => (previous.joinOf(row).ads.length > 0 ? null : namesOf(current.joinOf(row).words)),

    among(currentAds: readonly GroupNames[]) {
      const currentNames = new Set(currentAds.flatMap((ad) => finestFirst.map((depth) => keyOf(ad, depth))));
      const knownDepth = (ad: GroupNames) => finestFirst.find((depth) => currentNames.has(keyOf(ad, depth))) ?? 0;
      return ({ ad, currentAd }: { ad: GroupNames; currentAd: GroupNames | null }): GroupNames => {
        const ownDepth = knownDepth(ad);
        if (currentAd && knownDepth(currentAd) > 0 && knownDepth(currentAd) >= ownDepth) return currentAd;
        for (const depth of finestFirst.filter((finer) => finer > ownDepth)) {
          const names = renamed.get(keyOf(ad, depth));
          if (names && currentNames.has(keyOf(names, depth))) return [...names, ...ad.slice(depth)];
        }
        return ad;
      };
    },
  };
}
