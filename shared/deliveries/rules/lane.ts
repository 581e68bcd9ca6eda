import type { Delivery } from './delivery.ts';

export type Lane = {
  /** Messages of runs before the lane's latest run are void. */
  laneTick?: number;
  /** Deliveries before this position are handled, except waiting deliveries. */
  lanePosition?: string;
  /** A position means that deliveries wait since the last read; `laneEnd` means none. */
  laneWaiting?: string;
  laneFailures?: number;
  laneDueAt?: string;
  laneReplayAt?: string;
};

export const laneFields = 'lanePosition, laneWaiting, laneFailures, laneDueAt, laneReplayAt';

export const laneEnd = '~';

export function withLaneTime<D extends Delivery>(
  delivery: D,
  { laneWaiting, laneDueAt }: Pick<Lane, 'laneWaiting' | 'laneDueAt'>,
  now: string,
): D {
  const { status, nextAttemptAt } = delivery;
  const isWaiting = laneWaiting !== undefined && laneDueAt !== undefined && laneDueAt > now;
  return status === 'pending' && nextAttemptAt === undefined && isWaiting ? { ...delivery, nextAttemptAt: laneDueAt } : delivery;
}
