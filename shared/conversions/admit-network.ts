import { eventLimitHeaders } from '#shared/limits/event-limit.ts';
import type { EventLimiter } from '#shared/limits/event-limiter.ts';

/** Counts a request towards the limit of its network. Fails with `too_many_requests` above it. */
export const admitNetwork = async (name: string, network: string, limiter: EventLimiter): Promise<void> =>
  void eventLimitHeaders(name, await limiter.consume(network, 1));
