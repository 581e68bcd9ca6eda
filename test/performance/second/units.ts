import { fractionOf } from './decimals.ts';
import { type AccountDay, dayMs, type History, type SpendRow, shiftDay } from './history.ts';
import { type Ad, type Joins, type Level, levelOf, type Names } from './joins.ts';

/** Contract 11.8: what one row of spend prices on one day, with the spend as fractions of 10^-12. */
export type Unit = {
  day: string;
  level: Level;
  names: Names;
  channel: string;
  pixelKey: string | null;
  spend: Map<string, bigint>;
  rows: number;
  isJoined: boolean;
  /** No row of a stored day: the ad cost 0. */
  isZero: boolean;
  /** Finer rows of a campaign that is priced as a whole keep their own rows, without spend. */
  finerRows: readonly { names: Names; channel: string; currency: string }[];
};
/**
 * The contract does not say on which channel a unit of several networks without clicks stands. For a spend of 0, it does
 * not say which of several currencies it has, or whether an older name of an ID counts.
 */
export class Ambiguous extends Error {}
type Placed = { of: AccountDay; row: SpendRow; level: Level; place: ReturnType<Joins['place']> };

export type Units = ReturnType<typeof unitsOf>;
export function unitsOf(
  { accountDays }: History,
  joins: Joins,
  convert: (currency: string, day: string, amount: bigint) => [string, bigint],
) {
  const byDay = new Map<string, { units: Unit[]; placed: Map<Unit, Placed[]>; accountRows: AccountDay[] }>();

  function ofDay(day: string) {
    const cached = byDay.get(day);
    if (cached) return cached;
    const rows: Placed[] = accountDays
      .filter((of) => of.day === day)
      .flatMap((of) =>
        of.rows.flatMap((row) => {
          const level = levelOf(row);
          return level === 'account' ? [] : [{ of, row, level, place: joins.place(of, row, level) }];
        }),
      );
    const placed = new Map<Unit, Placed[]>();
    const campaigns = Map.groupBy(rows, ({ of, place }) => JSON.stringify([of.pixelKey, place.names[0]]));
    for (const some of campaigns.values()) {
      const isMixed = new Set(some.map(({ level }) => level)).size > 1;
      const level = isMixed ? 'campaign' : (some[0] as Placed).level;
      const all = isMixed ? some.map((entry) => ({ ...entry, level, place: joins.place(entry.of, entry.row, level) })) : some;
      for (const unitRows of Map.groupBy(all, ({ place }) => JSON.stringify(place.names)).values()) {
        const [first] = unitRows as [Placed];
        if (unitRows.some(({ place }) => place.channel !== first.place.channel)) throw new Ambiguous('A unit has rows on several channels');
        const unit: Unit = {
          day,
          level,
          names: first.place.names,
          channel: first.place.channel,
          isZero: false,
          pixelKey: first.of.pixelKey,
          spend: new Map(),
          rows: unitRows.length,
          isJoined: unitRows.some(({ place }) => place.isJoined),
          finerRows: isMixed
            ? some
                .filter(({ level: own }) => own !== 'campaign')
                .map(({ of, place: { names, channel } }) => ({
                  names,
                  channel,
                  currency: convert(of.currency, day, 0n)[0],
                }))
            : [],
        };
        for (const { of, row } of unitRows) {
          const [currency, amount] = convert(of.currency, day, fractionOf(row.spend));
          unit.spend.set(currency, (unit.spend.get(currency) ?? 0n) + amount);
        }
        placed.set(unit, unitRows);
      }
    }
    const accountRows = accountDays.filter((of) => of.day === day && of.rows.some((row) => levelOf(row) === 'account'));
    const result = { units: [...placed.keys()], placed, accountRows };
    byDay.set(day, result);
    return result;
  }

  const isPriced = (ad: Ad, { of, row, level }: Placed) => joins.matches(ad, of, row, level);
  /** The unit that has the names of a click or order of the day. */
  const unitCache = new Map<string, Unit | undefined>();
  function unitOf({ pixel, campaign, adGroup, adId }: Ad, day: string): Unit | undefined {
    const ad = { pixel, campaign, adGroup, adId };
    const key = JSON.stringify([day, ad]);
    if (!unitCache.has(key)) unitCache.set(key, pricedUnit(ad, day));
    return unitCache.get(key);
  }
  function pricedUnit(ad: Ad, day: string): Unit | undefined {
    const { placed } = ofDay(day);
    const unit = [...placed].find(([, rows]) => rows.some((row) => isPriced(ad, row)))?.[0];
    return unit ?? zeroUnit(ad, day);
  }

  function zeroUnit(ad: Ad, day: string): Unit | undefined {
    if (joins.humansOn(ad, day) > 0 || joins.humansAround(ad, day) === 0) return undefined;
    const isPricedBy = (of: AccountDay, since?: string) =>
      of.rows.some((row) => {
        const level = levelOf(row);
        return level !== 'account' && joins.matches(ad, of, row, level, since);
      });
    const priced = accountDays
      .filter(({ day: on }) => on < day && Date.parse(day) - Date.parse(on) <= 30 * dayMs)
      .filter((of) => isPricedBy(of))
      .sort((a, b) => (a.day < b.day ? 1 : -1));
    const last = priced.filter(({ day: on }) => on === priced[0]?.day);
    const isStored = ({ network, adAccount }: AccountDay) =>
      accountDays.some((of) => of.day === day && of.network === network && of.adAccount === adAccount);
    const [stored] = last;
    if (!stored || !last.every(isStored)) return undefined;
    if (!last.every((of) => isPricedBy(of, shiftDay(day, -30)))) throw new Ambiguous('Only an older day names the ad');
    if (last.some(({ currency }) => currency !== stored.currency)) throw new Ambiguous('Accounts of several currencies priced the ad last');
    const [currency] = convert(stored.currency, day, 0n);
    return {
      day,
      level: 'ad',
      names: [ad.campaign, ad.adGroup, ad.adId],
      channel: '',
      isZero: true,
      rows: 0,
      pixelKey: stored.pixelKey,
      spend: new Map([[currency, 0n]]),
      isJoined: true,
      finerRows: [],
    };
  }
  return { ofDay, unitOf };
}
