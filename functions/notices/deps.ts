import { setTimeout as pause } from 'node:timers/promises';
import { paceIn } from '#shared/data/pace.ts';
import { receiptsIn } from '#shared/data/receipts.ts';
import { leanBase } from '#shared/make-deps/base.ts';
import { channelOf } from '#shared/make-deps/channel.ts';
import type { Host } from '#shared/make-deps/host.ts';
import { queueSender } from '#shared/make-deps/sending.ts';

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
