import { type AssistantReportDeps, makeAssistantReport } from '#shared/assistant-ads/make-report.ts';
import { modelSeconds } from '#shared/assistant-ads/narrate.ts';
import { assistantReportQueue } from '#shared/assistant-ads/queues.ts';
import type { MessageOf } from '#shared/messages/queue.ts';
import { workUserTask } from '#shared/tasks/user-task.ts';

/** A model call that starts within this time ends before the function's timeout. */
const seconds = assistantReportQueue.timeoutSeconds - modelSeconds - 10;

export const workOnReport = ({ task_id }: MessageOf<typeof assistantReportQueue>, deps: AssistantReportDeps): Promise<void> =>
  workUserTask(task_id, (run) => makeAssistantReport(run, deps), deps, { seconds });
