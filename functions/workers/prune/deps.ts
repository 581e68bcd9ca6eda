import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { queueSender } from '#shared/aws/sending.ts';
import { llmCallRows, pixelEventRows } from '#shared/backup/store/pruned-rows.ts';
import { tasksIn } from '#shared/tasks/store/tasks.ts';

export function makeDeps(host: Overrides = {}) {
  const { env, now, random, accounts, attribution, analysis } = createContext(host);
  return {
    now,
    random,
    tasks: tasksIn(accounts(), { now }),
    queues: queueSender(env, host),
    rows: { llm_calls: llmCallRows(analysis()), pixel_events: pixelEventRows(attribution()) },
  };
}

export type Deps = ReturnType<typeof makeDeps>;
