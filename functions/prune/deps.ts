import { signedSender } from '#shared/adapters/signed-sender.ts';
import { llmCallRows, pixelEventRows } from '#shared/data/pruned-rows.ts';
import { tasksIn } from '#shared/data/tasks.ts';
import { leanBase, signed } from '#shared/make-deps/base.ts';
import type { Host } from '#shared/make-deps/host.ts';

/** The dependencies of the prune worker. */
export function makeDeps(host: Host = {}) {
  const { env, now, random, accounts, attribution, analysis } = leanBase(host);
  return {
    now,
    random,
    tasks: tasksIn(accounts(), { now }),
    queues: signedSender(signed(host, 'SQS'), env.QUEUE_URLS),
    rows: { llm_calls: llmCallRows(analysis()), pixel_events: pixelEventRows(attribution()) },
  };
}

export type Deps = ReturnType<typeof makeDeps>;
