import { isAhead } from '#shared/values/ahead.ts';
import { minutes } from '#shared/values/durations.ts';

/** `tries` counts the tries since the last progress. */
export type Leased = { lease: { token: string; until: number } | null; tries: number };

/** Each step is shorter than the lease and renews it. */
const leaseMs = minutes(1);
/** A dead worker's message returns after three minutes, so work without progress fails after half an hour. */
export const maxTries = 10;

export const notLeased: Leased = { lease: null, tries: 0 };

export const isHeld = ({ lease }: Leased, now: number): boolean => lease !== null && isAhead(lease.until, now, leaseMs);

export const leasedBy = (token: string, now: number, tries: number): Leased => ({
  lease: { token, until: now + leaseMs },
  tries,
});
