import type { Queue } from '#shared/messages/queue.ts';
import { ShardMessage } from '#shared/tasks/rules/task-messages.ts';

export const grantsQueue = {
  name: 'grants',
  message: ShardMessage,
  function: 'grants',
  timeoutSeconds: 60,
  // A function grants to 1,000 users per second.
  maxConcurrency: 16,
  batchSize: 1,
  maxReceives: 8,
  retrySeconds: [5, 300],
} as const satisfies Queue;
