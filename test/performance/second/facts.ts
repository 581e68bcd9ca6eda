import { fractionOf } from './decimals.ts';
import type { Click, History, Order, Statement } from './history.ts';
import { isHuman, localDay } from './joins.ts';
import type { Scope } from './scope.ts';
import type { Unit } from './units.ts';

/** A fact is a click, an order or a change of a net. */
export type Fact = {
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
type Figures = Partial<Omit<Fact, 'day' | 'click' | 'unit'>>;

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

/** The facts of the query, and how many of its days it leaves out by their channel or traffic. */
export function factsOf(
  { clicks, orders }: History,
  { query, isIn, isShown, convert }: Scope,
  unitOf: (click: Click, day: string) => Unit | undefined,
) {
  const { zone, basis, pixel, traffic } = query;
  const facts: Fact[] = [];
  const leftOut = { clicks: 0, conversions: 0 };
  for (const click of clicks) add(click, localDay(click.at, zone), { clicks: 1 });
  for (const order of orders) addOrder(order);
  return { facts, leftOut };

  function add(click: Click, day: string, figures: Figures) {
    if (!isIn(day) || (pixel !== undefined && click.pixel !== pixel)) return;
    const isOfPeople = figures.clicks === undefined ? click.traffic !== 'internal' : isHuman(click);
    if ((traffic === 'human' && !isOfPeople) || !isShown(click.channel)) {
      leftOut.clicks += figures.clicks ?? 0;
      leftOut.conversions += figures.conversions ?? 0;
    } else facts.push({ ...none, ...figures, day, click, unit: unitOf(click, day) });
  }

  function addOrder({ click, at, type, value, currency, statements }: Order) {
    const day = localDay(basis === 'click' ? click.at : at, zone);
    const orderDay = localDay(at, 'UTC');
    const gross = fractionOf(value);
    const [shown, converted] = convert(currency, orderDay, gross);
    if (type !== query.conversion) return add(click, day, { others: 1, currency: shown, otherValue: converted });
    const sorted = countedStatements(statements);
    const last = sorted.at(-1);
    const change = last ? convert(currency, orderDay, fractionOf(last.net) - gross)[1] : 0n;
    const isByOrder = query.adjustedOn === 'order';
    add(click, day, {
      conversions: 1,
      currency: shown,
      value: converted,
      ownNet: converted + change,
      net: converted + (isByOrder ? change : 0n),
      ...(isByOrder && last && { adjusted: 1, voided: fractionOf(last.net) === 0n ? 1 : 0 }),
    });
    let before = gross;
    for (const statement of isByOrder ? [] : sorted) {
      const step = convert(currency, localDay(statement.at, 'UTC'), fractionOf(statement.net) - before)[1];
      before = fractionOf(statement.net);
      const counts = statement === last ? { adjusted: 1, voided: before === 0n ? 1 : 0 } : {};
      if (step !== 0n || statement === last) add(click, localDay(statement.at, zone), { currency: shown, net: step, ...counts });
    }
  }
}

/** A repeat of what stands, without a time of its own, changes nothing but its time. */
function countedStatements(statements: readonly Statement[]) {
  const inTime = [...statements].sort((a, b) => a.at - b.at || (fractionOf(a.net) > fractionOf(b.net) ? -1 : 1));
  return inTime.filter(({ net, isByArrival }, at) => !isByArrival || net !== inTime[at - 1]?.net);
}

/** Changes of one day that cancel each other are no row. */
export const isNothing = (facts: readonly Fact[]) =>
  facts.every((fact) => fact.clicks + fact.conversions + fact.others + fact.adjusted === 0) &&
  [...Map.groupBy(facts, ({ currency }) => currency).values()].every((all) => all.reduce((sum, { net }) => sum + net, 0n) === 0n);
