/** A function reads a key with its copy again after this time, and its read may be a second late. */
export const holdsFrom = ({ now, ruleCacheSeconds }: { now(): number; ruleCacheSeconds: number }) => ({
  holds_from: new Date(now() + Math.min(60, ruleCacheSeconds + 1) * 1000).toISOString(),
});
