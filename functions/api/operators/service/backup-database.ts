import { exampleTaskId, startForOperator, TaskBegun, taskBegunNeeds } from '#functions/api/operators/task-begun.ts';
import { backupMethod } from '#shared/backup/needs.ts';
import { backupOrder } from '#shared/backup/order-backup.ts';
import { defineEndpoint } from '#shared/http/endpoint.ts';
import { newId } from '#shared/values/ids.ts';

const begun = 'The backup has begun.';

export const backupDatabase = defineEndpoint({
  id: 'backupDatabase',
  method: 'POST',
  path: '/api/v1/dev/backup-database',
  auth: 'operator',
  needs: { ...taskBegunNeeds, backupMethod },
  summary: 'Start a backup',
  description:
    "Starts a backup of every table to object storage, and returns at once. One backup runs at a time; a request during a backup returns the running one. A schedule runs it every night too. Each table is written in the format of DynamoDB's own export, with a manifest of counts and checksums.",
  responses: { 202: TaskBegun },
  example: { responses: { 202: { task_id: exampleTaskId, status: 'running', message: begun } } },

  handle: (caller, deps) =>
    startForOperator(
      backupOrder(newId('task'), deps.now(), deps.backupMethod),
      { begun, running: 'A backup is under way already.' },
      caller,
      deps,
    ),
});
