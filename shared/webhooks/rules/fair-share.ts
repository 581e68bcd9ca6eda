import type { Environment } from '#shared/api-keys/rules/keys.ts';

/**
 * Deliveries of an account that one process sends at once, with a message each. Further deliveries wait in
 * the lanes of their endpoints, so that an account's backlog is never in the shared queue.
 */
export const directShare = { burst: 10, perSecond: 1 } as const;

/**
 * The long-term rate of an account's lanes and retries. Test events have a smaller share, because they need
 * no verified account. Deliveries above it wait in the lanes.
 */
export const deliveriesPerMinute = { live: 6000, test: 600 } as const satisfies Record<Environment, number>;

/** Events per second, with a burst of ten seconds' worth. */
export const laneShare = (environment: Environment) => {
  const perSecond = deliveriesPerMinute[environment] / 60;
  return { perSecond, burst: 10 * perSecond };
};

/** The delay of a lane whose account has used up its share. */
export const shareWaitMs = 5000;
