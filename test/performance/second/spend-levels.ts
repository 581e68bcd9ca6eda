import type { Fact } from './facts.ts';
import { depthOf } from './joins.ts';
import type { Scope } from './scope.ts';
import type { Unit } from './units.ts';

export type FinerRow = { key: string; names: Unit['names']; currency: string };

/** Rows finer than the price of their campaign stand without spend. */
export function finerRowsOf({ keyOf, isOfPixel, isShown }: Scope, units: readonly Unit[]): FinerRow[] {
  return units.filter(isOfPixel).flatMap(({ day, pixelKey, finerRows }) =>
    finerRows
      .filter(({ channel }) => isShown(channel))
      .map(({ names, channel, currency }) => ({
        key: keyOf(day, pixelKey, channel, names),
        names,
        currency,
      })),
  );
}

type Placed = {
  facts: readonly Fact[];
  all: readonly Unit[];
  shown: readonly Unit[];
  finerRows: readonly FinerRow[];
};

/** A row is finer than the coarsest level of its campaign, or is the campaign's own row next to finer rows. */
export function hasCoarserPrice(
  { query, timesOf, isDayOf, pixelOfKey }: Scope,
  { facts, all, shown, finerRows }: Placed,
  { own, ownUnits, key }: { own: readonly Fact[]; ownUnits: readonly Unit[]; key: string },
): boolean {
  const { groupBy } = query;
  const depth = groupBy.includes('ad_id') ? 3 : groupBy.includes('ad_group') ? 2 : 1;
  if (depth === 1) return false;
  const coarsest = new Map<string, number>();
  const pixelOfRow = pixelOfKey(key);
  for (const unit of all)
    if (isDayOf(key, unit.day) && (pixelOfRow === null || [null, pixelOfRow].includes(unit.pixelKey))) {
      const campaign = unit.names[0] ?? '';
      coarsest.set(campaign, Math.min(coarsest.get(campaign) ?? 3, depthOf[unit.level]));
    }
  const finer = finerRows.filter((row) => timesOf(row.key) === timesOf(key));
  const isBelow = (campaign: string, ownDepth: number) => (coarsest.get(campaign) ?? 3) < ownDepth;
  const isFiner =
    own.some(({ click }) => isBelow(click.campaign, depth)) ||
    finer.some((row) => row.key === key && isBelow(row.names[0] ?? '', depth)) ||
    ownUnits.some(({ level, names }) => isBelow(names[0] ?? '', Math.min(depth, depthOf[level])));
  if (isFiner) return true;
  const coarse = ownUnits.filter(({ level, names }) => depthOf[level] < depth && names[0] !== null);
  return coarse.some(
    ({ names: [campaign], level }) =>
      finer.some(({ names }) => (names[0] ?? '') === campaign) ||
      facts.some((fact) => isDayOf(key, fact.day) && fact.click.campaign === campaign) ||
      shown.some((unit) => isDayOf(key, unit.day) && unit.names[0] === campaign && depthOf[unit.level] > depthOf[level]),
  );
}
