import { setBounded } from '#shared/values/bounded.ts';

const rememberedKeys = 1000;

type Buckets = {
  burst: number;
  perSecond: number;
  now: () => number;
};

export function tokenBuckets(buckets: Buckets) {
  const take = countedTokens(buckets);
  return (key: number | string, wanted: number): number => take(key, wanted).taken;
}

export function countedTokens({ burst, perSecond, now }: Buckets) {
  const buckets = new Map<number | string, { tokens: number; at: number }>();
  return (key: number | string, wanted: number): { taken: number; left: number } => {
    const at = now();
    const last = buckets.get(key) ?? { tokens: burst, at };
    const tokens = Math.min(burst, last.tokens + (Math.max(0, at - last.at) / 1000) * perSecond);
    const consumed = Math.min(Math.floor(tokens), wanted);
    setBounded(buckets, key, { tokens: tokens - consumed, at }, rememberedKeys);
    return { taken: consumed, left: Math.floor(tokens - consumed) };
  };
}
