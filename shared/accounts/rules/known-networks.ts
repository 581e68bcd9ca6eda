import { days } from '#shared/values/durations.ts';
/** Networks that a user has signed in from, by their keyed hash, and when (epoch milliseconds, a day behind at most). */
export type KnownNetworks = Readonly<Record<string, number>>;

const knownDays = 30;
const maxKnown = 20;

/** The time that is kept of a sign-in may be a day older than the last one. */
const isRecent = (at: number, now: number) => now - at < days(knownDays + 1);

/** Whether a user has signed in from a network during the last 30 days. */
export function isKnownNetwork(known: KnownNetworks | undefined, network: string, now: number): boolean {
  const at = known?.[network];
  return at !== undefined && isRecent(at, now);
}

/** The networks after a sign-in; `null` when what is kept says enough, so that most sign-ins write nothing. */
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
