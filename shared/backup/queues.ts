import type { Queue } from '#shared/messages/queue.ts';
import { ShardMessage } from '#shared/tasks/rules/task-messages.ts';

export const backupQueue = {
  name: 'backup',
  message: ShardMessage,
  function: 'backup',
  timeoutSeconds: 120,
  maxConcurrency: 4,
  // The grants of several shards would exceed the function's timeout, so a batch has one message.
  batchSize: 1,
  maxReceives: 8,
  retrySeconds: [5, 300],
} as const satisfies Queue;

export const pruneQueue = {
  name: 'prune',
  message: ShardMessage,
  function: 'prune',
  timeoutSeconds: 60,
  maxConcurrency: 2,
  batchSize: 1,
  maxReceives: 8,
  retrySeconds: [5, 300],
} as const satisfies Queue;
