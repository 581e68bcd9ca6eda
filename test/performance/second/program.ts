import { type Click, dayMs, type History, type Order, shiftDay } from './history.ts';
import { depthOf, isHuman, joinsOf, localDay } from './joins.ts';
import { fractionOf, type Unit, unitsOf } from './units.ts';

/** This slow program was written from the contract alone and shares no code with the report. */
export type Query = {
  from: string;
  to: string;
  zone: string;
  groupBy: readonly string[];
  conversion: string;
  basis: 'click' | 'occurred';
  adjustedOn: 'order' | 'adjustment';
  traffic: 'human' | 'all';
  paid: 'true' | 'false' | 'all';
  pixel: string | undefined;
  currency: string | undefined;
};
/** An amount is a whole multiple of 10^-12. A fact is of one click, one order or one change of a net. */
type Fact = {
  day: string;
  click: Click;
  clicks: number;
  conversions: number;
  others: number;
  adjusted: number;
  voided: number;
  currency: string;
  value: bigint;
  otherValue: bigint;
  net: bigint;
  /** The net of the order itself, whatever `adjustedOn` says. */
  ownNet: bigint;
  unit: Unit | undefined;
};
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

const paidChannels = [
  'paid_search',
  'paid_shopping',
  'paid_social',
  'paid_other',
  'assistant_paid',
  'display',
  'paid_video',
];
const minorDigits: Record<string, number> = { JPY: 0 };
const one = 10n ** 12n;
const monday = (day: string) => shiftDay(day, -((new Date(day).getUTCDay() + 6) % 7));

export function ratioText(top: bigint, bottom: bigint, places: number): string {
  if (top < 0n) return `-${ratioText(-top, bottom, places)}`;
  const scaled = top * 10n ** BigInt(places);
  const up = (scaled % bottom) * 2n >= bottom ? 1n : 0n;
  const digits = (scaled / bottom + up).toString().padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

const isNothing = (facts: readonly Fact[]) =>
  facts.every((fact) => fact.clicks + fact.conversions + fact.others + fact.adjusted === 0) &&
  [...Map.groupBy(facts, ({ currency }) => currency).values()].every(
    (all) => all.reduce((sum, { net }) => sum + net, 0n) === 0n,
  );

export function reportOfHistory(history: History, query: Query): Report {
  const { from, to, zone, groupBy, basis, pixel, currency: into } = query;
  const joins = joinsOf(history, { zone, basis, pixel });
  const convert = (currency: string, day: string, amount: bigint): [string, bigint] =>
    into === undefined || into === currency
      ? [currency, amount]
      : [into, (amount * fractionOf(history.rateOf(currency, into, day))) / one];
  const units = unitsOf(history, joins, convert);
  const isIn = (day: string) => day >= from && day <= to;
  const isShown = (channel: string) =>
    query.paid === 'all' || paidChannels.includes(channel) === (query.paid === 'true');
  const leftOut = { clicks: 0, conversions: 0, spendRows: 0, unjoinedRows: 0 };
  const needsPixel = pixel !== undefined || groupBy.includes('pixel_key');
  const isOfPixel = (unit: Unit) =>
    !needsPixel || (unit.pixelKey !== null && (pixel === undefined || unit.pixelKey === pixel));

  const keyOf = (
    day: string,
    pixelKey: string | null,
    channel: string,
    names: readonly (string | null)[],
  ) => {
    const dimensions: Record<string, string | null> = {
      ...{ day, week: monday(day), month: `${day.slice(0, 7)}-01`, pixel_key: pixelKey, channel },
      ...{ campaign: names[0] ?? null, ad_group: names[1] ?? null, ad_id: names[2] ?? null },
    };
    return JSON.stringify(groupBy.map((name) => dimensions[name] ?? null));
  };

  const facts = factsOf();
  function factsOf(): Fact[] {
    const none = {
      clicks: 0,
      conversions: 0,
      others: 0,
      adjusted: 0,
      voided: 0,
      currency: '',
      value: 0n,
      otherValue: 0n,
      net: 0n,
      ownNet: 0n,
    };
    const all: Fact[] = [];
    const add = (click: Click, day: string, figures: Partial<typeof none>) => {
      if (!isIn(day) || (pixel !== undefined && click.pixel !== pixel)) return;
      const isOfPeople = figures.clicks === undefined ? click.traffic !== 'internal' : isHuman(click);
      if ((query.traffic === 'human' && !isOfPeople) || !isShown(click.channel)) {
        leftOut.clicks += figures.clicks ?? 0;
        leftOut.conversions += figures.conversions ?? 0;
        return;
      }
      all.push({ ...none, ...figures, day, click, unit: units.unitOf(click, day) });
    };
    for (const click of history.clicks) add(click, localDay(click.at, zone), { clicks: 1 });
    for (const order of history.orders) addOrder(order, add);
    return all;
  }

  function addOrder(
    { click, at, type, value, currency, statements }: Order,
    add: (click: Click, day: string, figures: Partial<Fact>) => void,
  ) {
    const day = localDay(basis === 'click' ? click.at : at, zone);
    const orderDay = localDay(at, 'UTC');
    const gross = fractionOf(value);
    const [shown, converted] = convert(currency, orderDay, gross);
    if (type !== query.conversion)
      return add(click, day, { others: 1, currency: shown, otherValue: converted });
    const inTime = [...statements].sort(
      (a, b) => a.at - b.at || (fractionOf(a.net) > fractionOf(b.net) ? -1 : 1),
    );
    // A repeat of what stands, without a time of its own, changes nothing but its time.
    const sorted = inTime.filter(({ net, isByArrival }, at) => !isByArrival || net !== inTime[at - 1]?.net);
    const last = sorted.at(-1);
    const change = last ? convert(currency, orderDay, fractionOf(last.net) - gross)[1] : 0n;
    const isByOrder = query.adjustedOn === 'order';
    add(click, day, {
      ...{ conversions: 1, currency: shown, value: converted, ownNet: converted + change },
      net: converted + (isByOrder ? change : 0n),
      ...(isByOrder && last && { adjusted: 1, voided: fractionOf(last.net) === 0n ? 1 : 0 }),
    });
    let before = gross;
    for (const statement of isByOrder ? [] : sorted) {
      const step = convert(currency, localDay(statement.at, 'UTC'), fractionOf(statement.net) - before)[1];
      before = fractionOf(statement.net);
      const counts = statement === last ? { adjusted: 1, voided: before === 0n ? 1 : 0 } : {};
      if (step !== 0n || statement === last)
        add(click, localDay(statement.at, zone), { currency: shown, net: step, ...counts });
    }
  }

  const days = Array.from({ length: (Date.parse(to) - Date.parse(from)) / dayMs + 1 }, (_, at) =>
    shiftDay(from, at),
  );
  const allUnits = days.flatMap((day) => units.ofDay(day).units);
  const shownUnits: Unit[] = [];
  /** Rows of pixels show no spend that names no pixel. The ratios of totals are the same in every grouping. */
  const unshownUnits: Unit[] = [];
  for (const unit of allUnits)
    if (pixel !== undefined && unit.pixelKey !== null && unit.pixelKey !== pixel) continue;
    else if (!isOfPixel(unit)) {
      leftOut.unjoinedRows += unit.rows;
      if (pixel === undefined && isShown(unit.channel)) unshownUnits.push(unit);
    } else if (isShown(unit.channel)) shownUnits.push(unit);
    else leftOut.spendRows += unit.rows;
  for (const day of days)
    for (const of of units.ofDay(day).accountRows) {
      const accountRow = of.rows.length;
      if (pixel !== undefined && of.pixelKey !== null && of.pixelKey !== pixel) continue;
      const unit: Unit = {
        ...{ day, level: 'campaign', names: [null, null, null], pixelKey: of.pixelKey, spend: new Map() },
        ...{
          channel:
            (
              {
                google_ads: 'paid_search',
                microsoft_ads: 'paid_search',
                meta: 'paid_social',
                tiktok: 'paid_social',
              } as Record<string, string>
            )[of.network] ?? 'paid_other',
        },
        ...{ rows: accountRow, isJoined: false, isZero: false, finerRows: [] },
      };
      for (const row of of.rows) {
        const [currency, amount] = convert(of.currency, day, fractionOf(row.spend));
        unit.spend.set(currency, (unit.spend.get(currency) ?? 0n) + amount);
      }
      if (!isOfPixel(unit)) {
        leftOut.unjoinedRows += accountRow;
        if (pixel === undefined && isShown(unit.channel)) unshownUnits.push(unit);
      } else if (isShown(unit.channel)) shownUnits.push(unit);
      else leftOut.spendRows += accountRow;
    }

  const factsOfUnit = Map.groupBy(facts, ({ unit }) => unit);
  const keyOfFact = ({ day, click }: Fact) =>
    keyOf(day, click.pixel, click.channel, [click.campaign, click.adGroup, click.adId]);
  const keyOfUnit = (unit: Unit) => keyOf(unit.day, unit.pixelKey, unit.channel, unit.names);
  /** Spend of 0 has no row: it stands with the facts of its ad, on their first channel. */
  const keyOfZero = (unit: Unit) => {
    const own = factsOfUnit.get(unit) as Fact[];
    const channel = own.map(({ click }) => click.channel).sort()[0] as string;
    return keyOf(unit.day, own[0]?.click.pixel ?? null, channel, unit.names);
  };
  // Changes of one day that cancel each other are no row.
  const factsByKey = new Map([...Map.groupBy(facts, keyOfFact)].filter(([, all]) => !isNothing(all)));
  const unitsByKey = Map.groupBy(shownUnits, keyOfUnit);
  const finerByKey = Map.groupBy(
    allUnits.filter(isOfPixel).flatMap(({ day, pixelKey, finerRows }) =>
      finerRows
        .filter(({ channel }) => isShown(channel))
        .map(({ names, channel, currency }) => ({
          key: keyOf(day, pixelKey, channel, names),
          names,
          currency,
        })),
    ),
    ({ key }) => key,
  );
  const rows = new Map(
    [...new Set([...factsByKey.keys(), ...unitsByKey.keys(), ...finerByKey.keys()])].map((key) => [
      key,
      rowOf(factsByKey.get(key) ?? [], unitsByKey.get(key) ?? [], key),
    ]),
  );
  return { rows, totals: rowOf(facts, shownUnits, null, unshownUnits), leftOut };

  function rowOf(
    own: readonly Fact[],
    ownUnits: readonly Unit[],
    key: string | null,
    unshown: readonly Unit[] = [],
  ): Row {
    const zeroUnits = ([...factsOfUnit.keys()] as (Unit | undefined)[]).filter(
      (unit) =>
        unit?.isZero === true &&
        (key === null ? isOfPixel(unit) || pixel === undefined : isOfPixel(unit) && keyOfZero(unit) === key),
    ) as Unit[];
    const usable = [...ownUnits, ...unshown, ...zeroUnits];
    const used = usable.filter(({ isJoined }) => isJoined);
    const currencies = new Set([
      ...own
        .filter(({ value, net, otherValue }) => value !== 0n || net !== 0n || otherValue !== 0n)
        .map(({ currency }) => currency),
      ...ownUnits.flatMap(({ spend }) => [...spend.keys()]),
      ...(finerByKey.get(key ?? '') ?? []).map(({ currency }) => currency),
    ]);
    const isTooFine = key !== null && hasCoarserPrice(own, ownUnits, key);
    const activeDays = new Set(
      [...own.filter(({ clicks }) => clicks > 0), ...ownUnits].map(({ day }) => day),
    );
    const knownDays = new Set(used.map(({ day }) => day));
    const count = (of: 'clicks' | 'conversions' | 'adjusted' | 'voided') =>
      own.reduce((sum, fact) => sum + fact[of], 0);
    return {
      ...{ clicks: count('clicks'), conversions: count('conversions') },
      ...{ adjusted: count('adjusted'), voided: count('voided') },
      ...{ days: activeDays.size, daysKnown: [...activeDays].filter((day) => knownDays.has(day)).length },
      byCurrency: new Map(
        [...currencies].map((currency) => [
          currency,
          sideOf(currency, { own, ownUnits, usable, isTooFine, isTotal: key === null }),
        ]),
      ),
    };
  }

  function sideOf(
    currency: string,
    {
      own,
      ownUnits,
      usable,
      isTooFine,
      isTotal,
    }: {
      own: readonly Fact[];
      ownUnits: readonly Unit[];
      usable: readonly Unit[];
      isTooFine: boolean;
      isTotal: boolean;
    },
  ): Side {
    const sum = (all: readonly Fact[], of: 'value' | 'net' | 'ownNet') =>
      all.reduce((total, fact) => total + (fact.currency === currency ? fact[of] : 0n), 0n);
    const spendOf = (all: readonly Unit[]) =>
      all.reduce((total, { spend }) => total + (spend.get(currency) ?? 0n), 0n);
    const priced = ownUnits.filter(({ spend }) => spend.has(currency));
    const used = usable.filter(({ isJoined }) => isJoined);
    const costUnits = isTooFine ? [] : used.filter(({ spend }) => spend.has(currency) && spend.size === 1);
    const partsOf = (some: readonly Unit[]) => some.flatMap((unit) => factsOfUnit.get(unit) ?? []);
    const isMixed = (unit: Unit) =>
      partsOf([unit]).some(
        (fact) =>
          (fact.value !== 0n || fact.ownNet !== 0n) &&
          [...unit.spend.keys()].some((one) => one !== fact.currency),
      );
    const returnUnits = costUnits.filter((unit) => !isMixed(unit));
    const [costParts, returnParts] = [partsOf(costUnits), partsOf(returnUnits)];
    const [costSpend, returnSpend] = [spendOf(costUnits), spendOf(returnUnits)];
    const [clicks, conversions] = (['clicks', 'conversions'] as const).map((of) =>
      costParts.reduce((total, fact) => total + fact[of], 0),
    ) as [number, number];
    const unjoined = spendOf(usable.filter(({ isJoined }) => !isJoined));
    const places = (minorDigits[currency] ?? 2) + 2;
    const value = sum(returnParts, 'value');
    const ratio = (top: bigint, bottom: bigint, digits: number) =>
      bottom === 0n ? null : ratioText(top, bottom, digits);
    const perCount = (number: number) =>
      costUnits.length === 0 || number === 0 ? null : ratioText(costSpend, BigInt(number) * one, places);
    const [isUsed, hasReturn] = [new Set(costParts), new Set(returnParts)];
    return {
      ...{ value: sum(own, 'value'), net: sum(own, 'net') },
      spend: priced.length === 0 ? null : spendOf(priced),
      return_on_ad_spend: ratio(value, returnSpend, 4),
      net_return: ratio(sum(returnParts, 'ownNet'), returnSpend, 4),
      ...{ cost_per_click: perCount(clicks), cost_per_conversion: perCount(conversions) },
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
      if (hasUnjoined && !used.some(({ spend }) => spend.size === 1 && spend.has(currency)))
        return 'no_clicks_joined';
      if (isTooFine) return 'spend_level';
      const elsewhere = own.filter(({ unit }) => unit && !usable.includes(unit));
      const stands = (unit: Unit) => isOfPixel(unit) || (isTotal && pixel === undefined);
      if (
        elsewhere.some(({ unit, click }) => unit?.isJoined && stands(unit) && unit.channel !== click.channel)
      )
        return 'spend_on_other_channel';
      if (elsewhere.some(({ unit }) => unit && !stands(unit))) return 'spend_without_pixel';
      if (used.some((unit) => unit.spend.size > 1 || isMixed(unit))) return 'mixed_currencies';
      return costUnits.length === 0 ? 'spend_unknown' : 'spend_zero';
    }
  }

  /** A row is finer than the coarsest level of its campaign, or is the campaign's own row next to finer rows. */
  function hasCoarserPrice(own: readonly Fact[], ownUnits: readonly Unit[], key: string): boolean {
    const depth = groupBy.includes('ad_id') ? 3 : groupBy.includes('ad_group') ? 2 : 1;
    if (depth === 1) return false;
    const times = (text: string) =>
      JSON.stringify(
        (JSON.parse(text) as unknown[]).filter((_, at) =>
          ['day', 'week', 'month'].includes(groupBy[at] ?? ''),
        ),
      );
    const isDayOfRow = (day: string) => times(keyOf(day, null, '', [])) === times(key);
    const coarsest = new Map<string, number>();
    const pixelOfRow = pixel ?? (JSON.parse(key) as unknown[])[groupBy.indexOf('pixel_key')] ?? null;
    for (const unit of allUnits)
      if (isDayOfRow(unit.day) && (pixelOfRow === null || [null, pixelOfRow].includes(unit.pixelKey))) {
        const campaign = unit.names[0] ?? '';
        coarsest.set(campaign, Math.min(coarsest.get(campaign) ?? 3, depthOf[unit.level]));
      }
    const finerRows = [...finerByKey]
      .filter(([finerKey]) => times(finerKey) === times(key))
      .flatMap(([finerKey, all]) => all.map(({ names }) => ({ finerKey, campaign: names[0] ?? '' })));
    const isBelow = (campaign: string, own: number) => (coarsest.get(campaign) ?? 3) < own;
    const isFiner =
      own.some(({ click }) => isBelow(click.campaign, depth)) ||
      finerRows.some((row) => row.finerKey === key && isBelow(row.campaign, depth)) ||
      ownUnits.some(({ level, names }) => isBelow(names[0] ?? '', Math.min(depth, depthOf[level])));
    if (isFiner) return true;
    const coarse = ownUnits.filter(({ level, names }) => depthOf[level] < depth && names[0] !== null);
    return coarse.some(
      ({ names: [campaign], level }) =>
        finerRows.some((row) => row.campaign === campaign) ||
        facts.some((fact) => isDayOfRow(fact.day) && fact.click.campaign === campaign) ||
        shownUnits.some(
          (unit) =>
            isDayOfRow(unit.day) && unit.names[0] === campaign && depthOf[unit.level] > depthOf[level],
        ),
    );
  }
}
