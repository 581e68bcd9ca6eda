import type { Context } from '#shared/aws/context.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { queues } from '#shared/aws/needs.ts';
import { llmCallRows, pixelEventRows } from '#shared/backup/store/pruned-rows.ts';
import { accountTasks } from '#shared/tasks/needs.ts';

const rows = ({ attribution, analysis }: Context) => ({
  llm_calls: llmCallRows(analysis()),
  pixel_events: pixelEventRows(attribution()),
});

export const needs = { queues, rows, tasks: accountTasks };
export type Deps = DepsOf<typeof needs>;
