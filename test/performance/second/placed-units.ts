import { fractionOf } from './decimals.ts';
import { usualChannelOf } from './joins.ts';
import type { Scope } from './scope.ts';
import type { Unit, Units } from './units.ts';

/** The units of spend that stand in rows, and the number of rows of spend that the query leaves out. */
export function placedUnitsOf(scope: Scope, units: Units) {
  const { query, days, isShown, isOfPixel, isOfOtherPixel } = scope;
  const shown: Unit[] = [];
  /** Rows of pixels show no spend that names no pixel. The ratios of totals are the same in every grouping. */
  const unshown: Unit[] = [];
  const leftOut = { spendRows: 0, unjoinedRows: 0 };
  const all = days.flatMap((day) => units.ofDay(day).units);
  const ofAccounts = days.flatMap((day) => accountUnitsOf(scope, units, day));
  for (const unit of [...all, ...ofAccounts])
    if (isOfOtherPixel(unit)) continue;
    else if (!isOfPixel(unit)) {
      leftOut.unjoinedRows += unit.rows;
      if (query.pixel === undefined && isShown(unit.channel)) unshown.push(unit);
    } else if (isShown(unit.channel)) shown.push(unit);
    else leftOut.spendRows += unit.rows;
  return { all, shown, unshown, leftOut };
}

/** Spend of an account as a whole is always unjoined. */
const accountUnitsOf = ({ convert }: Scope, units: Units, day: string): Unit[] =>
  units.ofDay(day).accountRows.map((of) => {
    const spend = new Map<string, bigint>();
    for (const row of of.rows) {
      const [currency, amount] = convert(of.currency, day, fractionOf(row.spend));
      spend.set(currency, (spend.get(currency) ?? 0n) + amount);
    }
    return {
      day,
      spend,
      level: 'campaign',
      names: [null, null, null],
      pixelKey: of.pixelKey,
      finerRows: [],
      channel: usualChannelOf(of.network),
      rows: of.rows.length,
      isJoined: false,
      isZero: false,
    };
  });
