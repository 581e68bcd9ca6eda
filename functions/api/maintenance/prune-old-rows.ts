import { pruneOrder } from '#shared/backup/order-prune.ts';
import { defineEndpoint } from '#shared/http/endpoint.ts';
import { newId } from '#shared/values/ids.ts';
import type { Deps } from './deps.ts';
import { beginForOperator, exampleTaskId, TaskBegun } from './task-begun.ts';

const begun = 'The prune has begun.';

export const pruneOldRows = defineEndpoint<Deps>()({
  id: 'pruneOldRows',
  method: 'POST',
  path: '/api/v1/dev/prune-old-rows',
  auth: 'operator',
  cors: 'none',
  summary: 'Start pruning old rows',
  description:
    'Starts to delete records of model calls and browser events that are older than their windows. Answers at once; one prune runs at a time, and a call meanwhile tells of that one. `LLM_CALLS_RETENTION_DAYS` and ' +
    '`PIXEL_EVENTS_RETENTION_DAYS` are the windows; a change of them holds from the next run on. By schedule it runs every ' +
    'night after the backup, and deletes nothing without one; this call does not ask for one.',
  responses: { 202: TaskBegun },
  example: { responses: { 202: { task_id: exampleTaskId, status: 'running', message: begun } } },

  handle: (caller, deps) =>
    beginForOperator(
      pruneOrder(newId('task'), deps.now(), deps.retention),
      { begun, running: 'A prune is under way already.' },
      caller,
      deps,
    ),
});
