import { days } from '#shared/values/durations.ts';
/** Networks of earlier sign-ins by keyed hash, with their time (epoch milliseconds, at most a day late). */
export type KnownNetworks = Readonly<Record<string, number>>;

const knownDays = 30;
const maxKnown = 20;

/** The stored time may be a day older than the last sign-in. */
const isRecent = (at: number, now: number) => now - at < days(knownDays + 1);

/** Returns whether a user signed in from a network during the last 30 days. */
export function isKnownNetwork(known: KnownNetworks | undefined, network: string, now: number): boolean {
  const at = known?.[network];
  return at !== undefined && isRecent(at, now);
}

/**
 * Returns the networks after a sign-in, or `null` if the stored time is recent enough, so that most sign-ins
 * write nothing.
 */
export function withNetwork(
  known: KnownNetworks | undefined,
  network: string,
  now: number,
): KnownNetworks | null {
  const at = known?.[network];
  if (at !== undefined && now - at < days(1)) return null;
  const others = Object.entries(known ?? {})
    .filter(([id, seen]) => id !== network && isRecent(seen, now))
    .sort(([, a], [, b]) => b - a);
  return Object.fromEntries([[network, now] as const, ...others.slice(0, maxKnown - 1)]);
}
