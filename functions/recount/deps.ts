import { signedSender } from '#shared/adapters/signed-sender.ts';
import { tableScan } from '#shared/data/table-scan.ts';
import { tasksIn } from '#shared/data/tasks.ts';
import { leanBase, signed } from '#shared/make-deps/base.ts';
import type { Host } from '#shared/make-deps/host.ts';
import { projectionDepsOver } from '#shared/make-deps/projection.ts';

/** The dependencies of the worker that recounts. */
export function makeDeps(host: Host = {}) {
  const { env, now, random, dynamo, accounts, attribution } = leanBase(host);
  const queues = signedSender(signed(host, 'SQS'), env.QUEUE_URLS);
  return {
    ...projectionDepsOver(attribution(), { env, now, queues }),
    random,
    queues,
    tasks: tasksIn(accounts(), { now }),
    scan: tableScan(env.TABLE_ATTRIBUTION, dynamo),
    pageItems: 500,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
