import { type CountedCell, isLaterSeries, nameOf } from '#shared/cells/rules/cells.ts';
import { addSigned, negative, type Signed } from '#shared/cells/rules/signed.ts';
import type { Decimal } from '#shared/values/decimal.ts';
import { dayAfter } from '#shared/values/zone-calendar.ts';
import { times } from './exact.ts';

type Rate = { day: string; from: string; to: string; rate: Decimal };
export type Converter = ReturnType<typeof converterTo>;

/** Parts of a cell may cancel each other. */
export type Unconverted = Map<string, Signed>;

/**
 * Each amount has the rate of its own UTC day in every time zone: of the order, also in a report by the day of its
 * click, and of the adjustment where its change appears on its own day.
 */
export function converterTo(to: string | null, rates: readonly Rate[]) {
  const rateOf = new Map(rates.filter((dayRate) => dayRate.to === to).map((dayRate) => [`${dayRate.from} ${dayRate.day}`, dayRate.rate]));
  return {
    to,
    convert(
      { currency, day, figure }: { currency: string; day: string; figure: string },
      value: Signed,
      unconverted: Unconverted,
    ): { currency: string; value: Signed } {
      if (to === null || currency === to) return { currency, value };
      if (value === '0') return { currency: to, value };
      const rate = rateOf.get(`${currency} ${day}`);
      if (rate !== undefined) return { currency: to, value: times(value, rate) };
      addUnconverted(unconverted, new Map([[`${currency} ${day} ${figure}`, value]]));
      return { currency: to, value: '0' };
    },
  };
}

/** A cell of a later order moves its amount from the rate of the click's day to the rate of the order's day. */
export function convertCell(
  { convert, to }: Converter,
  { series, day, names }: CountedCell,
  { value, figure }: { value: Signed; figure: string },
  unconverted: Unconverted,
): { currency: string; value: Signed } {
  const currency = nameOf(names, 'currency');
  if (!isLaterSeries(series)) return convert({ currency, day, figure }, value, unconverted);
  if (to === null || to === currency) return { currency, value: '0' };
  const [, orderDay = day] = nameOf(names, 'lag').split(' ');
  const byClick = convert({ currency, day, figure }, negative(value), unconverted);
  const byOrder = convert({ currency, day: orderDay, figure }, value, unconverted);
  return { currency: to, value: addSigned(byClick.value, byOrder.value) };
}

export function addUnconverted(to: Unconverted, more: Unconverted): void {
  for (const [key, value] of more) to.set(key, addSigned(to.get(key) ?? '0', value));
}

export function missingRates(all: Iterable<Unconverted>): Map<string, Set<string>> {
  const missing = new Map<string, Set<string>>();
  for (const unconverted of all)
    for (const [key, value] of unconverted) {
      if (value === '0') continue;
      const [currency = '', day = ''] = key.split(' ');
      missing.set(currency, (missing.get(currency) ?? new Set<string>()).add(day));
    }
  return new Map([...missing].sort());
}

export function daysText(days: Iterable<string>): string {
  const stretches: { from: string; to: string }[] = [];
  for (const day of [...days].sort()) {
    const last = stretches.at(-1);
    if (last && dayAfter(last.to) === day) last.to = day;
    else stretches.push({ from: day, to: day });
  }
  return stretches.map(({ from, to }) => (from === to ? from : `${from} to ${to}`)).join(', ');
}
