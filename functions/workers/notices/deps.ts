import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { queueSender } from '#shared/aws/sending.ts';
import { distributedThrottle } from '#shared/limits/distributed-throttle.ts';
import { channelOf } from '#shared/notifications/vendors/webhook-channel.ts';
import { receiptsIn } from '#shared/outbox/store/receipts.ts';

export function makeDeps(host: Overrides = {}) {
  const { env, now, pause, random, secrets, accounts } = createContext(host);
  return {
    now,
    receipts: receiptsIn(accounts(), { now }),
    pace: distributedThrottle(accounts(), { now }),
    channel: channelOf(env, secrets),
    queues: queueSender(env, host),
    random,
    pause,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
