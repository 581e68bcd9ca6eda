import { addSigned, negative, type Signed } from '#shared/cells/rules/signed.ts';
import { addDecimals, type Decimal, isLess } from '#shared/values/decimal.ts';
import { type Category, categories, isDue, type Placed } from './categories.ts';
import type { DayOf } from './days-in.ts';

/** `shop` is after refunds. `due` and `covered` omit orders that take no part in the coverage. */
export type Amounts = { shop: Decimal; due: Decimal; covered: Decimal; adtrail: Decimal };
export type Sum = {
  orders: number;
  excluded: number;
  arrived: number;
  byCurrency: Record<string, Amounts>;
};
export type CategorySum = { orders: number; byCurrency: Record<string, Pick<Amounts, 'shop' | 'adtrail'>> };
/** The key `''` stands for an absent name, such as a campaign's. */
export type Figures = {
  total: Sum;
  byCategory: { [category in Category]?: CategorySum };
  byDay: Record<string, Sum>;
  byChannel: Record<string, Sum>;
  bySalesChannel: Record<string, Sum>;
  byPixel: Record<string, Sum>;
};

const noAmounts: Amounts = { shop: '0', due: '0', covered: '0', adtrail: '0' };
const noSum = (): Sum => ({ orders: 0, excluded: 0, arrived: 0, byCurrency: {} });
/** Names beyond this number share a row, so that figures fit into an item. */
const maxNames = 200;
export const otherNames = '(other)';

const plus = (a: Decimal, b: Decimal): Decimal => (b === '0' ? a : a === '0' ? b : addDecimals(a, b));

export const noFigures = (): Figures => ({
  total: noSum(),
  byCategory: Object.fromEntries(
    categories.map((category) => [category, { orders: 0, byCurrency: {} }]),
  ) as unknown as Figures['byCategory'],
  byDay: {},
  byChannel: {},
  bySalesChannel: {},
  byPixel: {},
});

export const differenceOf = ({ shop, adtrail }: Pick<Amounts, 'shop' | 'adtrail'>): Signed => addSigned(shop, negative(adtrail));

export function addPlaced(figures: Figures, placed: Placed, dayOf: DayOf): void {
  const { order, event, category } = placed;
  const parts = amountsOf(placed);
  const inCategory = figures.byCategory[category] ?? { orders: 0, byCurrency: {} };
  figures.byCategory[category] = inCategory;
  inCategory.orders++;
  for (const [currency, { shop, adtrail }] of parts) {
    const before = inCategory.byCurrency[currency] ?? noAmounts;
    inCategory.byCurrency[currency] = {
      shop: plus(before.shop, shop),
      adtrail: plus(before.adtrail, adtrail),
    };
  }
  const at = order?.occurredAt ?? event?.occurredAt ?? 0;
  for (const sum of [
    figures.total,
    sumIn(figures.byDay, dayOf(at), Number.POSITIVE_INFINITY),
    sumIn(figures.byChannel, event?.channel ?? '', maxNames),
    sumIn(figures.bySalesChannel, order?.salesChannel ?? '', maxNames),
    sumIn(figures.byPixel, event?.pixelKey ?? '', maxNames),
  ])
    addTo(sum, placed, parts);
}

function sumIn(sums: Record<string, Sum>, wantedName: string, most: number): Sum {
  const isFull = !Object.hasOwn(sums, wantedName) && Object.keys(sums).length >= most;
  const name = isFull ? otherNames : wantedName;
  if (!Object.hasOwn(sums, name))
    Object.defineProperty(sums, name, {
      value: noSum(),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  return sums[name] as Sum;
}

function addTo(sum: Sum, { order, event, category }: Placed, parts: ReadonlyMap<string, Amounts>): void {
  if (order) {
    sum.orders++;
    if (!isDue(category)) sum.excluded++;
    else if (event) sum.arrived++;
  }
  for (const [currency, added] of parts) {
    const before = sum.byCurrency[currency] ?? noAmounts;
    sum.byCurrency[currency] = {
      shop: plus(before.shop, added.shop),
      due: plus(before.due, added.due),
      covered: plus(before.covered, added.covered),
      adtrail: plus(before.adtrail, added.adtrail),
    };
  }
}

function amountsOf({ order, event, doubles, category, differenceName, kept }: Placed): Map<string, Amounts> {
  const parts = new Map<string, Amounts>();
  const add = (currency: string, added: Partial<Amounts>) => {
    const before = parts.get(currency) ?? noAmounts;
    const shop = plus(before.shop, added.shop ?? '0');
    const adtrail = plus(before.adtrail, added.adtrail ?? '0');
    parts.set(currency, {
      shop,
      adtrail,
      due: added.due ?? before.due,
      covered: added.covered ?? before.covered,
    });
  };
  if (order) {
    const { currency } = order;
    const isPart = isDue(category);
    const isSameCurrency = event?.currency === currency;
    // Only adtrail knows this refund, and the order has arrived as a whole.
    const isWhole = (category === 'ok' || category === 'unattributed' || category === 'day_differs') && differenceName === 'refund';
    const covered = event && isSameCurrency ? (isWhole || isLess(kept, event.value) ? kept : event.value) : '0';
    add(currency, { shop: kept, due: isPart ? kept : '0', covered: isPart ? covered : '0' });
  }
  for (const { value, currency } of event ? [event, ...doubles] : []) add(currency, { adtrail: value });
  return parts;
}

/** The coverage has four decimals, rounded half up. */
export const coverageOf = ({ orders, excluded, arrived }: Sum): number | null =>
  orders > excluded ? Math.round((arrived / (orders - excluded)) * 10_000) / 10_000 : null;

export const valueCoverageOf = ({ due, covered }: Pick<Amounts, 'due' | 'covered'>): number | null =>
  due === '0' ? null : Math.round((Number(covered) / Number(due)) * 10_000) / 10_000;

/** The coverage of fewer than 20 orders says nothing. */
export const isCoverageLow = (sum: Sum, bound: number): boolean =>
  sum.orders >= 20 && sum.orders > sum.excluded && sum.arrived < bound * (sum.orders - sum.excluded);
