import * as z from 'zod';
import { exampleTaskId, TaskBegun } from '#functions/api/operators/task-begun.ts';
import { namedUser, namesOneUser, userNaming } from '#shared/accounts/named-user.ts';
import { users } from '#shared/accounts/needs.ts';
import { queues } from '#shared/aws/needs.ts';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { GivenReason, reasonDetails } from '#shared/operators/given-reason.ts';
import { audit } from '#shared/operators/needs.ts';
import { recountJob, recountOrder } from '#shared/reports/order-recount.ts';
import { accountTasks } from '#shared/tasks/needs.ts';
import { startSingleRun } from '#shared/tasks/single-run.ts';
import { newId } from '#shared/values/ids.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';

const begun = 'The recount has begun.';

export const recount = defineEndpoint({
  id: 'recount',
  method: 'POST',
  path: '/api/v1/dev/recount',
  auth: 'operator',
  needs: { audit, queues, tasks: accountTasks, users },
  summary: 'Recount an account',
  description:
    'Rebuilds the totals, the counters of server events, the event log and the indexes of an account from its stored ' +
    'events, while new events keep arriving. Reports show the old numbers until the task is completed, and from then on ' +
    'exactly the stored events: live and test, by every time basis, for the UTC days from `from` to `to`. The counters of clicks and conversions by channel and ad are recounted for the days that the event log still has. Otherwise sessions, ' +
    'browser events, duplicates and rejected events are not recounted. One recount runs at a time; a call in the ' +
    'meantime returns the running one. The cost grows with the whole table, so use it after an incident, not as a routine.',
  body: z
    .object({
      ...userNaming,
      from: z.iso.date().meta({ description: 'The first day, UTC.' }),
      to: z.iso.date().meta({ description: 'The last day, UTC.' }),
      reason: GivenReason,
    })
    .refine(({ from, to }) => from <= to, { path: ['to'], error: 'Must not be before `from`' })
    .meta({ id: 'RecountRequest' }),
  check: namesOneUser,
  responses: { 202: TaskBegun },
  errors: ['not_found'],
  example: {
    body: { email: 'ada@northwind.example', from: '2026-11-01', to: '2026-11-20' },
    responses: { 202: { task_id: exampleTaskId, status: 'running', message: begun } },
  },

  async handle({ body, actor }, deps) {
    const accountId = ownAccountOf((await namedUser(body, deps.users)).id);
    const { from, to } = body;
    const entry = (taskId: string) => ({
      actor: actor.by,
      action: recountJob,
      userId: accountId,
      details: { task_id: taskId, from, to, ...reasonDetails(body.reason) },
    });
    const order = recountOrder(newId('task'), { accountId, from, to });
    const { task, isNew } = await startSingleRun({ ...order, also: deps.audit.parts(entry(order.id)) }, deps);
    if (!isNew) await deps.audit.record(entry(task.id));
    return reply(202, {
      task_id: task.id,
      status: task.status,
      message: isNew ? begun : 'A recount is under way already.',
    });
  },
});
