import { setTimeout as pause } from 'node:timers/promises';
import { paceIn } from '#shared/data/pace.ts';
import { receiptsIn } from '#shared/data/receipts.ts';
import type { NoticeDeps } from '#shared/deps.ts';
import { leanBase } from './base.ts';
import { channelOf } from './channel.ts';
import type { Host } from './host.ts';
import { queueSender } from './sending.ts';

/** The dependencies of the worker of the internal channel. */
export function makeNoticeDeps(host: Host = {}): NoticeDeps {
  const { env, now, random, secrets, accounts } = leanBase(host);
  return {
    now,
    receipts: receiptsIn(accounts(), { now }),
    pace: paceIn(accounts(), { now }),
    channel: channelOf(env, secrets),
    queues: queueSender(env, host),
    random,
    pause: async (milliseconds) => void (await pause(milliseconds)),
  };
}
