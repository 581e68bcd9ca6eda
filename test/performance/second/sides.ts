import { minorDigitsOf, one, ratioText } from './decimals.ts';
import type { Fact } from './facts.ts';
import type { Scope } from './scope.ts';
import type { Unit } from './units.ts';

/** The figures of a row in one currency. */
export type Side = {
  value: bigint;
  net: bigint;
  spend: bigint | null;
  return_on_ad_spend: string | null;
  net_return: string | null;
  cost_per_click: string | null;
  cost_per_conversion: string | null;
  return_at_least: string | null;
  reason: string | null;
  isPartial: boolean;
  coverage: { spend: bigint; value: bigint; conversions: number; clicks: number; unjoined: bigint };
};
type Parts = {
  own: readonly Fact[];
  /** Their spend stands in the row. */
  ownUnits: readonly Unit[];
  /** Ratios also use units of spend 0, which has no row. */
  usable: readonly Unit[];
  isTooFine: boolean;
  isTotal: boolean;
  factsOfUnit: ReadonlyMap<Unit | undefined, readonly Fact[]>;
};

export function sideOf(
  { query: { pixel }, isOfPixel }: Scope,
  currency: string,
  { own, ownUnits, usable, isTooFine, isTotal, factsOfUnit }: Parts,
): Side {
  const sum = (all: readonly Fact[], of: 'value' | 'net' | 'ownNet') =>
    all.reduce((total, fact) => total + (fact.currency === currency ? fact[of] : 0n), 0n);
  const spendOf = (all: readonly Unit[]) => all.reduce((total, { spend }) => total + (spend.get(currency) ?? 0n), 0n);
  const priced = ownUnits.filter(({ spend }) => spend.has(currency));
  const used = usable.filter(({ isJoined }) => isJoined);
  const costUnits = isTooFine ? [] : used.filter(({ spend }) => spend.has(currency) && spend.size === 1);
  const partsOf = (some: readonly Unit[]) => some.flatMap((unit) => factsOfUnit.get(unit) ?? []);
  const isMixed = (unit: Unit) =>
    partsOf([unit]).some(
      (fact) => (fact.value !== 0n || fact.ownNet !== 0n) && [...unit.spend.keys()].some((one) => one !== fact.currency),
    );
  const returnUnits = costUnits.filter((unit) => !isMixed(unit));
  const [costParts, returnParts] = [partsOf(costUnits), partsOf(returnUnits)];
  const [costSpend, returnSpend] = [spendOf(costUnits), spendOf(returnUnits)];
  const [clicks, conversions] = (['clicks', 'conversions'] as const).map((of) =>
    costParts.reduce((total, fact) => total + fact[of], 0),
  ) as [number, number];
  const unjoined = spendOf(usable.filter(({ isJoined }) => !isJoined));
  const places = minorDigitsOf(currency) + 2;
  const value = sum(returnParts, 'value');
  const ratio = (top: bigint, bottom: bigint, digits: number) => (bottom === 0n ? null : ratioText(top, bottom, digits));
  const perCount = (number: number) => (costUnits.length === 0 || number === 0 ? null : ratioText(costSpend, BigInt(number) * one, places));
  const [isUsed, hasReturn] = [new Set(costParts), new Set(returnParts)];
  return {
    value: sum(own, 'value'),
    net: sum(own, 'net'),
    spend: priced.length === 0 ? null : spendOf(priced),
    return_on_ad_spend: ratio(value, returnSpend, 4),
    net_return: ratio(sum(returnParts, 'ownNet'), returnSpend, 4),
    cost_per_click: perCount(clicks),
    cost_per_conversion: perCount(conversions),
    return_at_least: returnUnits.length === 0 ? null : ratio(value, returnSpend + unjoined, 4),
    reason: returnSpend === 0n ? reasonOf() : null,
    isPartial: own.some(
      (fact) =>
        (!isUsed.has(fact) && fact.clicks + fact.conversions > 0) ||
        (!hasReturn.has(fact) && fact.currency === currency && fact.value !== 0n),
    ),
    coverage: { spend: costSpend, value, conversions, clicks, unjoined },
  };

  function reasonOf(): string {
    const hasUnjoined = usable.some(({ isJoined, spend }) => !isJoined && spend.has(currency));
    if (hasUnjoined && !used.some(({ spend }) => spend.size === 1 && spend.has(currency))) return 'no_clicks_joined';
    if (isTooFine) return 'spend_level';
    const elsewhere = own.filter(({ unit }) => unit && !usable.includes(unit));
    const stands = (unit: Unit) => isOfPixel(unit) || (isTotal && pixel === undefined);
    if (elsewhere.some(({ unit, click }) => unit?.isJoined && stands(unit) && unit.channel !== click.channel))
      return 'spend_on_other_channel';
    if (elsewhere.some(({ unit }) => unit && !stands(unit))) return 'spend_without_pixel';
    if (used.some((unit) => unit.spend.size > 1 || isMixed(unit))) return 'mixed_currencies';
    return costUnits.length === 0 ? 'spend_unknown' : 'spend_zero';
  }
}
