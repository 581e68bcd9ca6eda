import type { Tier } from './licences.ts';

/** Seats of a licence's team by its tier. */
export const seatsBy =
  ({ teamSeats }: { teamSeats: Readonly<Record<string, number>> }) =>
  (tier: Tier | null) =>
    tier === null ? 0 : (teamSeats[tier] ?? 0);
