import type { Context } from '#shared/aws/context.ts';
import { distributedThrottle } from './distributed-throttle.ts';
import { rateLimitsIn } from './rate-limits.ts';

export const limits = ({ accounts, now }: Context) => rateLimitsIn(accounts(), { now });
export const throttle = ({ accounts, now }: Context) => distributedThrottle(accounts(), { now });
