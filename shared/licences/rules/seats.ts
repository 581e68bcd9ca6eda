import type { Tier } from './licences.ts';

/** `PARTNER_TEAM_SEATS` can set other seats of a tier. */
export const defaultTeamSeats: Record<Tier, number> = { 1: 2, 2: 5, 3: 10 };

export const seatsBy =
  ({ teamSeats }: { teamSeats: Readonly<Record<string, number>> }) =>
  (tier: Tier | null) =>
    tier === null ? 0 : (teamSeats[tier] ?? 0);
