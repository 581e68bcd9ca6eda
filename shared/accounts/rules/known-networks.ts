import { days } from '#shared/values/durations.ts';
/** Keys are keyed hashes of networks; values are when each was last used, in epoch milliseconds, at most a day late. */
export type KnownNetworks = Readonly<Record<string, number>>;

const knownDays = 30;
const maxKnown = 20;

const isRecent = (at: number, now: number) => now - at < days(knownDays + 1);

export function isKnownNetwork(knownNetworks: KnownNetworks | undefined, ipNetwork: string, now: number): boolean {
  const at = knownNetworks?.[ipNetwork];
  return at !== undefined && isRecent(at, now);
}

export function withNetwork(knownNetworks: KnownNetworks | undefined, ipNetwork: string, now: number): KnownNetworks | null {
  const at = knownNetworks?.[ipNetwork];
  if (at !== undefined && now - at < days(1)) return null;
  const others = Object.entries(knownNetworks ?? {})
    .filter(([id, seen]) => id !== ipNetwork && isRecent(seen, now))
    .sort(([, a], [, b]) => b - a);
  return Object.fromEntries([[ipNetwork, now] as const, ...others.slice(0, maxKnown - 1)]);
}
