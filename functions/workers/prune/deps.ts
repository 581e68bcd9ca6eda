import { accountTasks, depsOf, queues } from '#functions/deps.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { llmCallRows, pixelEventRows } from '#shared/backup/store/pruned-rows.ts';

export function makeDeps(host: Overrides = {}) {
  const context = createContext(host);
  const { attribution, analysis } = context;
  return {
    ...depsOf(context, { tasks: accountTasks, queues }),
    rows: { llm_calls: llmCallRows(analysis()), pixel_events: pixelEventRows(attribution()) },
  };
}

export type Deps = ReturnType<typeof makeDeps>;
