import { networkOf } from '#shared/accounts/rules/network.ts';
import { eventLimitHeaders } from '#shared/limits/event-limit.ts';
import type { EventLimiter } from '#shared/limits/event-limiter.ts';

/** Counts a request towards the limit of its network, before its key is looked up. */
export const admitNetwork = async (sourceIp: string, limiter: EventLimiter): Promise<void> =>
  void eventLimitHeaders('pixel-network', await limiter.consume(networkOf(sourceIp), 1));
