import type { Counter } from '#shared/reports/rules/counters-by-day.ts';
import { addDecimals, type Decimal, isLess, subtractDecimals } from '#shared/values/decimal.ts';

export type Unattributed = {
  reason: string;
  count: number;
  values: { currency: string; count: number; value: Decimal }[];
};

/** Details from before currencies begin with the event type. */
export function reasonIn(detail: string): { reason: string; currency: string | undefined } {
  const [reason = '', currency] = (detail.split('|').at(-1) ?? '').split('/');
  return { reason, currency };
}

type Amount = { count: number; value: Decimal };
const nothing: Amount = { count: 0, value: '0' };

export function unattributedOf(counters: readonly Counter[]): Unattributed[] {
  const [arrived, earned] = [byReason(counters, 'outcome'), byReason(counters, 'earned_late')];
  arrived.delete('matched');
  return [...arrived]
    .map(([reason, { count, values }]) => {
      const lateEvents = earned.get(reason);
      const remainingValues = [...values].map(([currency, amount]) => ({
        currency,
        ...without(amount, lateEvents?.values.get(currency) ?? nothing),
      }));
      return {
        reason,
        count: Math.max(0, count - (lateEvents?.count ?? 0)),
        values: remainingValues
          .filter((remainder) => remainder.count > 0)
          .sort((a, b) => b.count - a.count || (a.currency < b.currency ? -1 : 1)),
      };
    })
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
}

/** A match may be counted before its arrival, so the result is at least 0. */
const without = (amount: Amount, lateAmount: Amount): Amount =>
  amount.count <= lateAmount.count
    ? nothing
    : {
        count: amount.count - lateAmount.count,
        value: isLess(amount.value, lateAmount.value) ? '0' : subtractDecimals(amount.value, lateAmount.value),
      };

function byReason(counters: readonly Counter[], metric: Counter['metric']) {
  const reasons = new Map<string, { count: number; values: Map<string, Amount> }>();
  for (const { detail, count, value = '0', ...counter } of counters) {
    if (counter.metric !== metric) continue;
    const { reason, currency } = reasonIn(detail);
    const sums = reasons.get(reason) ?? { count: 0, values: new Map<string, Amount>() };
    reasons.set(reason, sums);
    sums.count += count;
    if (!currency) continue;
    const before = sums.values.get(currency) ?? nothing;
    sums.values.set(currency, { count: before.count + count, value: addDecimals(before.value, value) });
  }
  return reasons;
}
