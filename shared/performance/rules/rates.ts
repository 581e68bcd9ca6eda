import type { Signed } from '#shared/cells/rules/signed.ts';
import type { Decimal } from '#shared/values/decimal.ts';
import { dayAfter } from '#shared/values/zone-calendar.ts';
import { times } from './exact.ts';

type Rate = { day: string; from: string; to: string; rate: Decimal };
export type Converter = ReturnType<typeof converterTo>;

/** Each amount is converted by the rate of its own day. A report with `missing` days is rejected. */
export function converterTo(to: string | null, rates: readonly Rate[]) {
  const rateOf = new Map(
    rates
      .filter((dayRate) => dayRate.to === to)
      .map((dayRate) => [`${dayRate.from} ${dayRate.day}`, dayRate.rate]),
  );
  const missing = new Map<string, Set<string>>();
  return {
    to,
    missing,
    convert(currency: string, day: string, value: Signed): { currency: string; value: Signed } {
      if (to === null || currency === to) return { currency, value };
      if (value === '0') return { currency: to, value };
      const rate = rateOf.get(`${currency} ${day}`);
      if (rate !== undefined) return { currency: to, value: times(value, rate) };
      const days = missing.get(currency) ?? new Set<string>();
      missing.set(currency, days.add(day));
      return { currency: to, value: '0' };
    },
  };
}

/** The text of days is like `2026-11-01 to 2026-11-03, 2026-11-07`. */
export function daysText(days: Iterable<string>): string {
  const stretches: { from: string; to: string }[] = [];
  for (const day of [...days].sort()) {
    const last = stretches.at(-1);
    if (last && dayAfter(last.to) === day) last.to = day;
    else stretches.push({ from: day, to: day });
  }
  return stretches.map(({ from, to }) => (from === to ? from : `${from} to ${to}`)).join(', ');
}
