import { type AssistantReportDeps, makeAssistantReport } from '#shared/assistant-ads/make-report.ts';
import { workUserTask } from '#shared/jobs/user-task.ts';
import type { Message } from '#shared/queues.ts';

/** Makes the report that a task asks for. */
export const workOnReport = (
  { task_id }: Message<'assistant_report'>,
  deps: AssistantReportDeps,
): Promise<void> => workUserTask(task_id, (run) => makeAssistantReport(run, deps), deps);
