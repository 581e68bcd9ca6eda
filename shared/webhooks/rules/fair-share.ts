import type { Environment } from '#shared/api-keys/rules/keys.ts';

/**
 * A process sends this number of an account's deliveries at once. Further deliveries wait in the lanes of
 * their endpoints, so that an account's backlog is never in the shared queue.
 */
export const directShare = { burst: 10, perSecond: 1 } as const;

/**
 * Lanes and retries of an account have this long-term rate. Test events need no verified account, so their
 * share is smaller.
 */
export const deliveriesPerMinute = { live: 6000, test: 600 } as const satisfies Record<Environment, number>;

/** The rate is in events per second, with a burst of ten seconds' worth. */
export const laneShare = (environment: Environment) => {
  const perSecond = deliveriesPerMinute[environment] / 60;
  return { perSecond, burst: 10 * perSecond };
};

export const shareWaitMs = 5000;
