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
  /**
   * New events after this time have no record yet: the log of the user has them, and the lane records them before it
   * sends them. The value is a place in that log.
   */
  unrecordedFrom?: string;
  /** New events are recorded again. The lane still has to record the events of the log until this time. */
  unrecordedTo?: string;
  /** The first delivery that had not arrived when the lane stopped recording. */
  undeliveredFrom?: string;
};

export const laneFields = 'lanePosition, laneWaiting, laneFailures, laneDueAt, laneReplayAt';

export const laneEnd = '~';

/** A lane with this many failed runs in a row records no new events until its target answers. */
export const failuresUntilUnrecorded = 2;

const timeLength = '2026-11-30T10:00:00.000Z'.length;

/** A place in a log begins with its time. */
export const timeOf = (place: string) => place.slice(0, timeLength);

/** An event at the time of the place itself is recorded, since the lane may have passed it. */
export const isUnrecorded = ({ unrecordedFrom, unrecordedTo }: Lane, at: string): boolean =>
  unrecordedFrom !== undefined && unrecordedTo === undefined && at > timeOf(unrecordedFrom);

export function withLaneTime<D extends Delivery>(
  delivery: D,
  { laneWaiting, laneDueAt }: Pick<Lane, 'laneWaiting' | 'laneDueAt'>,
  now: string,
): D {
  const { status, nextAttemptAt } = delivery;
  const isWaiting = laneWaiting !== undefined && laneDueAt !== undefined && laneDueAt > now;
  return status === 'pending' && nextAttemptAt === undefined && isWaiting ? { ...delivery, nextAttemptAt: laneDueAt } : delivery;
}
