import { eventLimitHeaders } from '#shared/limits/event-limit.ts';
import type { EventLimiter } from '#shared/limits/event-limiter.ts';

export const admitIpNetwork = async (name: string, ipNetwork: string, limiter: EventLimiter): Promise<void> =>
  void eventLimitHeaders(name, await limiter.consume(ipNetwork, 1));
