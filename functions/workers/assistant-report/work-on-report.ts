import { type AssistantReportDeps, makeAssistantReport } from '#shared/assistant-ads/make-report.ts';
import { modelSeconds } from '#shared/assistant-ads/narrate.ts';
import { type Message, queues } from '#shared/messages/queues.ts';
import { workUserTask } from '#shared/tasks/user-task.ts';

/** A model call that starts within this time ends before the function's timeout. */
const seconds = queues.assistant_report.timeoutSeconds - modelSeconds - 10;

export const workOnReport = (
  { task_id }: Message<'assistant_report'>,
  deps: AssistantReportDeps,
): Promise<void> => workUserTask(task_id, (run) => makeAssistantReport(run, deps), deps, { seconds });
