import type { Queue } from '#shared/messages/queue.ts';
import { UserTaskMessage } from '#shared/tasks/rules/task-messages.ts';

export const keywordPlanQueue = {
  name: 'keyword_plan',
  message: UserTaskMessage,
  function: 'keyword-plan',
  timeoutSeconds: 240,
  visibilitySeconds: 250,
  maxConcurrency: 10,
  accountTurns: 3,
  batchSize: 1,
  maxReceives: 30,
  retrySeconds: [5, 300],
} as const satisfies Queue;
