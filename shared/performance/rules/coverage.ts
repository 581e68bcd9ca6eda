import { addSigned } from '#shared/cells/rules/signed.ts';
import { addUnconverted } from './rates.ts';
import { addKnown, addMoney, addOfType, type Money, matchWays, noMoney } from './sums.ts';
import type { Unit } from './units.ts';
import type { Used, UsedPart } from './used.ts';

export const nothingUsed = (): Used => ({ parts: new Map(), reasons: new Set(), unconverted: new Map() });

const noPart = (): UsedPart => ({
  isUsed: false,
  hasReturn: false,
  clicks: 0,
  money: noMoney(),
  returnSpend: '0',
  unjoinedSpend: null,
  days: new Set(),
  finalOn: new Map(),
  spendZones: new Set(),
});

function partIn({ parts }: Used, currency: string): UsedPart {
  const part = parts.get(currency) ?? noPart();
  parts.set(currency, part);
  return part;
}

export type Use = 'whole' | 'costs' | null;

/** Returns what of the unit is used: the costs alone if it has amounts in several currencies. */
export function addUnit(used: Used, unit: Unit): Use {
  for (const unconverted of unit.unconverted) addUnconverted(used.unconverted, unconverted);
  if (!unit.isJoined) {
    for (const [currency, spend] of unit.spend) {
      const part = partIn(used, currency);
      part.unjoinedSpend = addSigned(part.unjoinedSpend ?? '0', spend);
    }
    return null;
  }
  const [[currency, spend] = ['', '0']] = unit.spend;
  if (unit.spend.size > 1) {
    used.reasons.add('mixed_currencies');
    return null;
  }
  const part = partIn(used, currency);
  const isMixed = unit.pieces.some(({ byCurrency }) =>
    byCurrency.entries().some(([of, amounts]) => of !== currency && hasOrderAmount(amounts)),
  );
  for (const { clicks, finalOn, maturingCount, byCurrency, unconverted } of unit.pieces) {
    part.clicks += clicks;
    part.finalOn.set(finalOn, (part.finalOn.get(finalOn) ?? 0) + maturingCount);
    if (unconverted.size > 0) addUnconverted(used.unconverted, unconverted);
    for (const [of, amounts] of byCurrency)
      if (of === currency && !isMixed) addMoney(part.money, amounts);
      else addCounts(part.money, amounts);
  }
  if (isMixed) used.reasons.add('mixed_currencies');
  else {
    part.hasReturn = true;
    part.returnSpend = addSigned(part.returnSpend, spend);
  }
  part.money.spend = addSigned(part.money.spend ?? '0', spend);
  part.money.impressions = addKnown(part.money.impressions, unit.impressions);
  part.money.platformClicks = addKnown(part.money.platformClicks, unit.platformClicks);
  part.isUsed = true;
  part.days.add(unit.day);
  for (const zone of unit.zones) part.spendZones.add(zone);
  return isMixed ? 'costs' : 'whole';
}

/** A return has the net of its own orders, so an adjustment of another day's order does not matter. */
const hasOrderAmount = ({ value, ordersNetChange }: Money) => value !== '0' || ordersNetChange !== '0';

function addCounts(to: Money, { conversions, adjusted, voided, matchedBy, byType }: Money): void {
  to.conversions += conversions;
  to.adjusted += adjusted;
  to.voided += voided;
  for (const way of matchWays) to.matchedBy[way] += matchedBy[way];
  for (const [type, { count }] of byType) addOfType(to, type, { count, value: '0' });
}

export function addUsed(to: Used, more: Used): void {
  for (const reason of more.reasons) to.reasons.add(reason);
  addUnconverted(to.unconverted, more.unconverted);
  for (const [currency, part] of more.parts) {
    const sum = partIn(to, currency);
    sum.isUsed ||= part.isUsed;
    sum.hasReturn ||= part.hasReturn;
    sum.clicks += part.clicks;
    addMoney(sum.money, part.money);
    sum.returnSpend = addSigned(sum.returnSpend, part.returnSpend);
    if (part.unjoinedSpend !== null) sum.unjoinedSpend = addSigned(sum.unjoinedSpend ?? '0', part.unjoinedSpend);
    for (const day of part.days) sum.days.add(day);
    for (const [day, count] of part.finalOn) sum.finalOn.set(day, (sum.finalOn.get(day) ?? 0) + count);
    for (const zone of part.spendZones) sum.spendZones.add(zone);
  }
}
