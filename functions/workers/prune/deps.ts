import { createContext, signed } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { signedSender } from '#shared/aws/signed-sender.ts';
import { llmCallRows, pixelEventRows } from '#shared/backup/store/pruned-rows.ts';
import { tasksIn } from '#shared/tasks/store/tasks.ts';

/** The dependencies of the prune worker. */
export function makeDeps(host: Overrides = {}) {
  const { env, now, random, accounts, attribution, analysis } = createContext(host);
  return {
    now,
    random,
    tasks: tasksIn(accounts(), { now }),
    queues: signedSender(signed(host, 'SQS'), env.QUEUE_URLS),
    rows: { llm_calls: llmCallRows(analysis()), pixel_events: pixelEventRows(attribution()) },
  };
}

export type Deps = ReturnType<typeof makeDeps>;
