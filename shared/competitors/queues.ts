import type { Queue } from '#shared/messages/queue.ts';
import { UserTaskMessage } from '#shared/tasks/rules/task-messages.ts';

export const discoveryQueue = {
  name: 'discovery',
  message: UserTaskMessage,
  function: 'discovery',
  timeoutSeconds: 160,
  visibilitySeconds: 170,
  maxConcurrency: 10,
  accountTurns: 3,
  batchSize: 1,
  // The limit of receives exceeds a task's attempts, so the task ends first.
  maxReceives: 30,
  retrySeconds: [5, 60],
} as const satisfies Queue;
