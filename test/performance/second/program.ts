import { type Fact, factsOf, isNothing } from './facts.ts';
import type { History } from './history.ts';
import { joinsOf } from './joins.ts';
import { placedUnitsOf } from './placed-units.ts';
import { type Query, scopeOf } from './scope.ts';
import { type Side, sideOf } from './sides.ts';
import { finerRowsOf, hasCoarserPrice } from './spend-levels.ts';
import { type Unit, unitsOf } from './units.ts';

export type Row = {
  clicks: number;
  conversions: number;
  adjusted: number;
  voided: number;
  days: number;
  daysKnown: number;
  byCurrency: Map<string, Side>;
};
export type Report = {
  rows: Map<string, Row>;
  totals: Row;
  leftOut: { clicks: number; conversions: number; spendRows: number; unjoinedRows: number };
};
/** The totals have no key. */
type Group = {
  own: readonly Fact[];
  ownUnits: readonly Unit[];
  unshown: readonly Unit[];
  key: string | null;
};

/** This slow program was written from the contract alone and shares no code with the report. */
export function reportOfHistory(history: History, query: Query): Report {
  const { pixel } = query;
  const scope = scopeOf(history, query);
  const { keyOf, isOfPixel } = scope;
  const joins = joinsOf(history, query);
  const units = unitsOf(history, joins, scope.convert);
  const { facts, leftOut } = factsOf(history, scope, units.unitOf);
  const { all, shown, unshown, leftOut: rowsLeftOut } = placedUnitsOf(scope, units);

  const factsOfUnit = Map.groupBy(facts, ({ unit }) => unit);
  const zeroUnits = [...factsOfUnit.keys()].filter((unit) => unit?.isZero === true) as Unit[];
  /** Spend of 0 has no row: it stands with the facts of its ad, on their first channel. */
  const keyOfZero = (unit: Unit) => {
    const own = factsOfUnit.get(unit) as Fact[];
    const channel = own.map(({ click }) => click.channel).sort()[0] as string;
    return keyOf(unit.day, own[0]?.click.pixel ?? null, channel, unit.names);
  };

  const keyOfFact = ({ day, click }: Fact) => keyOf(day, click.pixel, click.channel, [click.campaign, click.adGroup, click.adId]);
  const keyOfUnit = ({ day, pixelKey, channel, names }: Unit) => keyOf(day, pixelKey, channel, names);
  const factsByKey = new Map([...Map.groupBy(facts, keyOfFact)].filter(([, some]) => !isNothing(some)));
  const unitsByKey = Map.groupBy(shown, keyOfUnit);
  const finerRows = finerRowsOf(scope, all);
  const finerByKey = Map.groupBy(finerRows, ({ key }) => key);
  const rows = new Map<string, Row>();
  for (const key of [...factsByKey.keys(), ...unitsByKey.keys(), ...finerByKey.keys()])
    if (!rows.has(key)) {
      const [own, ownUnits] = [factsByKey.get(key) ?? [], unitsByKey.get(key) ?? []];
      rows.set(key, rowOf({ own, ownUnits, unshown: [], key }));
    }
  const totals = rowOf({ own: facts, ownUnits: shown, unshown, key: null });
  return { rows, totals, leftOut: { ...leftOut, ...rowsLeftOut } };

  function rowOf(group: Group): Row {
    const { own, ownUnits, unshown, key } = group;
    const ownZeroUnits = zeroUnits.filter((unit) =>
      key === null ? isOfPixel(unit) || pixel === undefined : isOfPixel(unit) && keyOfZero(unit) === key,
    );
    const usable = [...ownUnits, ...unshown, ...ownZeroUnits];
    const isTooFine = key !== null && hasCoarserPrice(scope, { facts, all, shown, finerRows }, { own, ownUnits, key });
    const parts = { own, ownUnits, usable, isTooFine, isTotal: key === null, factsOfUnit };
    const activeDays = new Set([...own.filter(({ clicks }) => clicks > 0), ...ownUnits].map(({ day }) => day));
    const knownDays = new Set(usable.filter(({ isJoined }) => isJoined).map(({ day }) => day));
    const count = (of: 'clicks' | 'conversions' | 'adjusted' | 'voided') => own.reduce((sum, fact) => sum + fact[of], 0);
    return {
      clicks: count('clicks'),
      conversions: count('conversions'),
      adjusted: count('adjusted'),
      voided: count('voided'),
      days: activeDays.size,
      daysKnown: activeDays.intersection(knownDays).size,
      byCurrency: new Map(currenciesOf(group).map((currency) => [currency, sideOf(scope, currency, parts)])),
    };
  }

  function currenciesOf({ own, ownUnits, key }: Group): string[] {
    // Amounts that cancel each other open no row of their currency.
    const withAmount = [...Map.groupBy(own, ({ currency }) => currency)].filter(([, all]) =>
      (['value', 'net', 'otherValue'] as const).some((of) => all.reduce((sum, fact) => sum + fact[of], 0n) !== 0n),
    );
    const finer = key === null ? [] : (finerByKey.get(key) ?? []);
    return [
      ...new Set([
        ...withAmount.map(([currency]) => currency),
        ...finer.map(({ currency }) => currency),
        ...ownUnits.flatMap(({ spend }) => [...spend.keys()]),
      ]),
    ];
  }
}
