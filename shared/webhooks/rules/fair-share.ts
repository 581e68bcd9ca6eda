import type { Environment } from '#shared/api-keys/rules/keys.ts';

/**
 * Deliveries of an account that one process has sent at once, each by a message of its own. More than these wait in the
 * lanes of their endpoints, so that an account's backlog is never in the queue that all accounts share.
 */
export const directShare = { burst: 10, perSecond: 1 } as const;

/**
 * What the lanes and retries of an account send in the long run. Test events need no verified account, so that they have
 * the smaller share. What is above it waits in the lanes.
 */
export const deliveriesPerMinute = { live: 6000, test: 600 } as const satisfies Record<Environment, number>;

/** A share as events a second, of which ten seconds' worth may be sent at once. */
export const laneShare = (environment: Environment) => {
  const perSecond = deliveriesPerMinute[environment] / 60;
  return { perSecond, burst: 10 * perSecond };
};

/** How long a lane waits that finds its account's share used up. */
export const shareWaitMs = 5000;
