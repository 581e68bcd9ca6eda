import type { Charge, EventLimit } from '#shared/limits/event-limiter.ts';
import type { AttemptOf, Delivery } from './rules/delivery.ts';
import type { Target, TargetRef } from './rules/target.ts';
import type { Deliveries } from './store/deliveries.ts';
import type { failuresIn } from './store/failures.ts';
import type { lanesIn } from './store/lanes.ts';

export type Sent<D extends Delivery> = { delivery: D; attempt: AttemptOf<D> };

type Lanes<T extends Target> = ReturnType<typeof lanesIn<T>>;

type Targets<T extends Target> = Omit<Lanes<T>, 'replayFrom'> &
  ReturnType<typeof failuresIn<T>> & {
    /** Makes one strongly consistent read. */
    find(accountId: TargetRef['accountId'], id: string): Promise<T | null>;
  };

/** A user of deliveries gives this value to the worker that sends them. */
export type DeliveryUser<T extends Target, D extends Delivery> = {
  /** The log has this name. */
  name: string;
  targets: Targets<T>;
  deliveries: Pick<Deliveries<D>, 'at' | 'from' | 'succeeded' | 'failed' | 'addMissing'>;
  /**
   * Reads the user's log of events from `unrecordedFrom` to `unrecordedTo`, in order, so that a target that keeps
   * failing needs no record of each event. A user without such a log records everything.
   */
  unrecorded?(target: T, entries: number): Promise<{ deliveries: readonly D[]; next: string | null }>;
  /** Sends a wave at once, in one request or in several, and throws only what is no answer of the target. */
  send(target: T, wave: readonly D[]): Promise<readonly Sent<D>[]>;
  isSuccess(attempt: AttemptOf<D>): boolean;
  /** Disables a target that gave its deliveries up, and returns whether it did. */
  disabledAfter(attempt: AttemptOf<D>, target: T): Promise<boolean>;
  /** Targets with one counter have one share. The log has the context of a target whose share is used up. */
  shareOf(target: T): { counter: string; rate: EventLimit; context: Record<string, unknown> };
  chargeShare: Charge;
  limits: {
    /** The deliveries of a lane's first wave find out whether the target works. */
    probes: number;
    sideBySide: number;
    /** A target that takes longer to answer gets its own lane. */
    slowMs: number;
    /** A run of a lane lasts this long, then its next message continues it. */
    lookMs: number;
  };
  now(): number;
  random(): number;
};
