import { setBounded } from '#shared/values/bounded.ts';

const cachedKeys = 1000;

type Buckets = {
  burst: number;
  perSecond: number;
  now: () => number;
};

export function tokenBuckets(buckets: Buckets) {
  const take = countedTokens(buckets);
  return (key: number | string, wantedTokens: number): number => take(key, wantedTokens).taken;
}

export function countedTokens({ burst, perSecond, now }: Buckets) {
  const buckets = new Map<number | string, { tokens: number; at: number }>();
  return (key: number | string, wantedTokens: number): { taken: number; left: number } => {
    const at = now();
    const last = buckets.get(key) ?? { tokens: burst, at };
    const tokens = Math.min(burst, last.tokens + (Math.max(0, at - last.at) / 1000) * perSecond);
    const consumed = Math.min(Math.floor(tokens), wantedTokens);
    setBounded(buckets, key, { tokens: tokens - consumed, at }, cachedKeys);
    return { taken: consumed, left: Math.floor(tokens - consumed) };
  };
}
