import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key, padded } from '#shared/store/keys.ts';

export const keyOf = {
  task: (taskId: string) => key(`TASK#${taskId}`, 'TASK'),
  taskShard: (taskId: string, shard: number) => key(`TASK#${taskId}`, `SHARD#${padded(shard, 2)}`),
  singleRun: (job: string) => key(`JOB#${job}`, 'RUN'),
  scheduledRuns: (job: string) => key(`JOB#${job}`, 'SCHEDULED'),
  userTask: (taskId: string) => key(`USERTASK#${taskId}`, 'TASK'),
  taskStep: (taskId: string, step: string) => key(`USERTASK#${taskId}`, `STEP#${step}`),
  subjectTask: (job: string, userId: number, subject: string) => key(`USERTASKS#${userId}`, `SUBJECT#${job}#${subject}`),
  latestTask: (job: string, userId: number) => key(`USERTASKS#${userId}`, `LATEST#${job}`),
};

export const items = {
  TASK: {
    erasure: 'kept',
    recovery: 'bookkeeping',
    retention: { task: { days: 90 }, task_shard: { days: 90 } },
  },
  JOB: { erasure: 'kept', recovery: 'bookkeeping' },
  USERTASK: {
    erasure: 'partition',
    recovery: 'for_owner',
    retention: { task_step: { days: 90 }, user_task: { days: 90 } },
  },
  USERTASKS: { erasure: 'pk', recovery: 'for_owner' },
} as const satisfies ItemKinds;
