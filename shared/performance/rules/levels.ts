import { type Grouping, type GroupNames, groupNames, normalName, type Place } from './dimensions.ts';
import { depthOf } from './units.ts';
import type { LevelsOfRow } from './used.ts';

const times = ['day', 'week', 'month'] as const satisfies Grouping[];
type PricedLevel = { pixelKey: string | null; depth: number };
/**
 * A row shows a ratio only at the level at which its campaigns are priced: a finer row would take the spend of some
 * days for that of all.
 */
export function campaignLevels(groupBy: readonly Grouping[]) {
  const finest = groupBy.includes('ad_id') ? 3 : groupBy.includes('ad_group') ? 2 : 1;
  const timeGroups = groupBy.filter((grouping) => (times as readonly Grouping[]).includes(grouping));
  const pixelAt = groupBy.indexOf('pixel_key');
  const priced = new Map<string, PricedLevel[]>();
  const depthOfRows = new Map<string, number>();
  const stretches = new Map<string, string>();
  const keyOf = (stretch: string, campaign: string) => `${stretch} ${campaign}`;

  function stretchOf(shownDay: string): string {
    const place = { day: shownDay, pixelKey: null, channel: '', campaign: null, adGroup: null, adId: null };
    const stretch = stretches.get(shownDay) ?? groupNames(place, timeGroups).join(' ');
    stretches.set(shownDay, stretch);
    return stretch;
  }

  return {
    stretchOf,
    newRow: (names: GroupNames, shownDay: string): LevelsOfRow => ({
      stretch: stretchOf(shownDay),
      pixelKey: pixelAt < 0 ? null : (names[pixelAt] ?? null),
      depths: new Map(),
    }),

    addRow({ stretch, depths }: LevelsOfRow, place: Place): void {
      const campaign = normalName(place.campaign);
      if (finest === 1 || campaign === null) return;
      const depth = Math.min(finest, depthOf(place));
      if (depth <= (depths.get(campaign) ?? 0)) return;
      depths.set(campaign, depth);
      const key = keyOf(stretch, campaign);
      depthOfRows.set(key, Math.max(depthOfRows.get(key) ?? 0, depth));
    },

    addPrice(shownDay: string, { pixelKey, ...place }: Omit<Place, 'day'>): void {
      const campaign = normalName(place.campaign);
      if (finest === 1 || campaign === null) return;
      const key = keyOf(stretchOf(shownDay), campaign);
      const levels = priced.get(key) ?? [];
      priced.set(key, levels);
      const depth = depthOf(place);
      if (!levels.some((level) => level.pixelKey === pixelKey && level.depth === depth)) levels.push({ pixelKey, depth });
    },

    /** Is the row finer than a price of its campaign, or the row of such a price next to finer rows? */
    isOfOtherLevel: ({ stretch, pixelKey, depths }: LevelsOfRow): boolean =>
      depths.entries().some(([campaign, depth]) => {
        const key = keyOf(stretch, campaign);
        const isPricedAbove = priced
          .get(key)
          ?.some((level) => level.depth < depth && (pixelKey === null || level.pixelKey === null || level.pixelKey === pixelKey));
        return isPricedAbove || depth < (depthOfRows.get(key) ?? 0);
      }),
  };
}
