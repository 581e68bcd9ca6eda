import { delayBuckets } from '#shared/reports/rules/activity.ts';
import type { Counter } from '#shared/reports/rules/counters-by-day.ts';
import { rate } from './funnel.ts';
import { reasonIn, unattributedOf } from './unattributed.ts';

export type Quality = {
  unmatched_by_reason: Record<string, number>;
  unmatched_rate: number | null;
  attributed_share: number | null;
  missing_currency_rate: number | null;
  duplicate_rate: number | null;
  delay: { p50: string | null; p95: string | null };
  late_matches: number;
  rejected_by_code: Record<string, number>;
};
export type Volumes = {
  accepted: number;
  duplicates: number;
  rejected: number;
  withoutCurrency: number;
  creditedByUser: Record<string, number>;
  /** `lateDays` counts days on which events older than 7 days arrived. */
  lateDays: number;
};

export function qualityOf(counters: readonly Counter[]): { quality: Quality; volumes: Volumes } {
  const of = (metric: Counter['metric']) => counters.filter((counter) => counter.metric === metric);
  const unmatched = by(of('outcome').map(({ detail, count }) => ({ detail: reasonIn(detail).reason, count })));
  const accepted = total(of('outcome'));
  delete unmatched.matched;
  const { given: withCurrency = 0, missing: withoutCurrency = 0 } = by(of('currency'));
  const [duplicates, rejected] = [total(of('duplicate')), total(of('rejected'))];
  const creditedByUser = by(of('credited_by_user').map(({ detail, count }) => ({ detail: detail.split('|').at(-1) ?? '', count })));
  const lateDays = new Set(
    of('delay')
      .filter(({ detail }) => detail === 'more')
      .map(({ day }) => day),
  ).size;
  const share = (part: number, whole: number) => (whole > 0 ? rate(part, whole) : null);
  return {
    quality: {
      unmatched_by_reason: unmatched,
      unmatched_rate: share(sum(Object.values(unmatched)), accepted),
      attributed_share: share(accepted - sum(unattributedOf(counters).map(({ count }) => count)), accepted),
      missing_currency_rate: share(withoutCurrency, withCurrency + withoutCurrency),
      duplicate_rate: share(duplicates, accepted + duplicates),
      delay: delayOf(by(of('delay'))),
      late_matches: total(of('late_match')),
      rejected_by_code: by(of('rejected')),
    },
    volumes: { accepted, duplicates, rejected, withoutCurrency: withoutCurrency, lateDays, creditedByUser },
  };
}

function delayOf(buckets: Record<string, number>): Quality['delay'] {
  const names = [...delayBuckets.map(([name]) => name), 'more'];
  const all = sum(Object.values(buckets));
  const within = (share: number): string | null => {
    let seen = 0;
    return all === 0
      ? null
      : (names.find((name) => {
          seen += buckets[name] ?? 0;
          return seen >= all * share;
        }) ?? null);
  };
  return { p50: within(0.5), p95: within(0.95) };
}

const sum = (counts: readonly number[]) => counts.reduce((a, b) => a + b, 0);
const total = (counters: readonly { count: number }[]) => sum(counters.map(({ count }) => count));

function by(counters: readonly Pick<Counter, 'detail' | 'count'>[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const { detail, count } of counters) sums.set(detail, (sums.get(detail) ?? 0) + count);
  return Object.fromEntries([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}
