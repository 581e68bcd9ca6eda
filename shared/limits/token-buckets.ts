/** More keys than this are not remembered; one that is forgotten starts full. */
const rememberedKeys = 1000;

type Buckets = {
  burst: number;
  perSecond: number;
  /** Epoch milliseconds. */
  now: () => number;
};

/** Something that may be done `burst` times at once, and `perSecond` times a second in the long run, for each key. */
export function tokenBuckets(buckets: Buckets) {
  const take = countedTokens(buckets);
  /** Takes up to `wanted` tokens; says how many there were. */
  return (key: number | string, wanted: number): number => take(key, wanted).taken;
}

/** As `tokenBuckets`, with the whole tokens that are left. */
export function countedTokens({ burst, perSecond, now }: Buckets) {
  const buckets = new Map<number | string, { tokens: number; at: number }>();
  return (key: number | string, wanted: number): { taken: number; left: number } => {
    const at = now();
    const last = buckets.get(key) ?? { tokens: burst, at };
    const tokens = Math.min(burst, last.tokens + (Math.max(0, at - last.at) / 1000) * perSecond);
    const taken = Math.min(Math.floor(tokens), wanted);
    buckets.delete(key);
    buckets.set(key, { tokens: tokens - taken, at });
    const [oldest] = buckets.keys();
    if (buckets.size > rememberedKeys && oldest !== undefined) buckets.delete(oldest);
    return { taken, left: Math.floor(tokens - taken) };
  };
}
