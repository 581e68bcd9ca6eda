import { exampleTaskId, startForOperator, TaskBegun, taskBegunNeeds } from '#functions/api/operators/task-begun.ts';
import { retention } from '#shared/backup/needs.ts';
import { pruneOrder } from '#shared/backup/order-prune.ts';
import { defineEndpoint } from '#shared/http/endpoint.ts';
import { newId } from '#shared/values/ids.ts';

const begun = 'The prune has begun.';

export const pruneOldRows = defineEndpoint({
  id: 'pruneOldRows',
  method: 'POST',
  path: '/api/v1/dev/prune-old-rows',
  auth: 'operator',
  needs: { ...taskBegunNeeds, retention },
  summary: 'Start pruning old rows',
  description:
    'Starts the deletion of records of model calls and browser events that are older than their retention, and returns at once. One prune runs at a time; a request during a prune returns the running one. `LLM_CALLS_RETENTION_DAYS` and `PIXEL_EVENTS_RETENTION_DAYS` set the retention; a change applies from the next run. The schedule runs it every night after the backup, and skips it if the backup failed; this request does not require a backup.',
  responses: { 202: TaskBegun },
  example: { responses: { 202: { task_id: exampleTaskId, status: 'running', message: begun } } },

  handle: (caller, deps) =>
    startForOperator(
      pruneOrder(newId('task'), deps.now(), deps.retention),
      { begun, running: 'A prune is under way already.' },
      caller,
      deps,
    ),
});
