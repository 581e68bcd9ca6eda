import type { Queue } from '#shared/messages/queue.ts';
import { UserTaskMessage } from '#shared/tasks/rules/task-messages.ts';

export const assistantReportQueue = {
  name: 'assistant_report',
  message: UserTaskMessage,
  function: 'assistant-report',
  timeoutSeconds: 240,
  // The vendor of assistant ads accepts 600 calls per minute.
  maxConcurrency: 3,
  batchSize: 1,
  maxReceives: 30,
  retrySeconds: [60, 900],
} as const satisfies Queue;
