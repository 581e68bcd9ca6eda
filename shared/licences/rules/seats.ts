import type { Tier } from './licences.ts';

export const seatsBy =
  ({ teamSeats }: { teamSeats: Readonly<Record<string, number>> }) =>
  (tier: Tier | null) =>
    tier === null ? 0 : (teamSeats[tier] ?? 0);
