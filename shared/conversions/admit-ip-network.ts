import { eventLimitHeaders } from '#shared/limits/event-limit.ts';
import type { EventLimiter } from '#shared/limits/event-limiter.ts';

export const admitNetwork = async (name: string, network: string, limiter: EventLimiter): Promise<void> =>
  void eventLimitHeaders(name, await limiter.consume(network, 1));
