import { setTimeout as pause } from 'node:timers/promises';
import { leanBase } from '#shared/aws/context.ts';
import type { Host } from '#shared/aws/overrides.ts';
import { queueSender } from '#shared/aws/sending.ts';
import { paceIn } from '#shared/limits/pace.ts';
import { channelOf } from '#shared/notifications/vendors/channel-of.ts';
import { receiptsIn } from '#shared/outbox/store/receipts.ts';

/** The dependencies of the worker of the internal channel. */
export function makeDeps(host: Host = {}) {
  const { env, now, random, secrets, accounts } = leanBase(host);
  return {
    now,
    receipts: receiptsIn(accounts(), { now }),
    pace: paceIn(accounts(), { now }),
    channel: channelOf(env, secrets),
    queues: queueSender(env, host),
    random,
    pause: async (milliseconds: number): Promise<void> => void (await pause(milliseconds)),
  };
}

export type Deps = ReturnType<typeof makeDeps>;
