import type { Environment } from '#shared/api-keys/rules/keys.ts';

/** Deliveries beyond this share wait in lanes, so that no backlog is in the shared queue. */
export const directShare = { burst: 10, perSecond: 1 } as const;

/** Test events need no verified account, so they have a smaller share. */
export const deliveriesPerMinute = { live: 6000, test: 600 } as const satisfies Record<Environment, number>;

/** A lane's share is a rate per second, with a burst of ten seconds' worth. */
export const laneShare = (environment: Environment) => {
  const perSecond = deliveriesPerMinute[environment] / 60;
  return { perSecond, burst: 10 * perSecond };
};

export const shareWaitMs = 5000;
