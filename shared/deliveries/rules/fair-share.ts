/** Deliveries beyond this share wait in lanes, so that no backlog is in the shared queue. */
export const directShare = { burst: 10, perSecond: 1 } as const;

/** A lane's share is a rate per second, with a burst of ten seconds' worth. */
export const laneShare = (deliveriesPerMinute: number) => {
  const perSecond = deliveriesPerMinute / 60;
  return { perSecond, burst: 10 * perSecond };
};

export const shareWaitMs = 5000;
