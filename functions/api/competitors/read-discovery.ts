import * as z from 'zod';
import { CompetitorRecord, competitorExample, competitorRecord } from '#shared/competitors/competitor-record.ts';
import type { DiscoveryResult } from '#shared/competitors/discover-competitors.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { userTasks } from '#shared/tasks/needs.ts';
import { taskExample, taskFields, taskRecord } from '#shared/tasks/task-record.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';

export const readDiscovery = defineEndpoint({
  id: 'readDiscovery',
  method: 'GET',
  path: '/api/v1/competitors/discover/status/{task_id}',
  auth: 'view',
  needs: { tasks: userTasks },
  summary: 'Retrieve a discovery task',
  description:
    'Returns the progress of a discovery. Poll it until `status` is `completed` or `failed`. A completed discovery includes the competitors that it found.',
  params: z.object({ task_id: z.string().max(100) }),
  responses: {
    200: z
      .object({
        ...taskFields,
        competitors: z.array(CompetitorRecord).optional().meta({ description: 'The competitors, once `status` is `completed`.' }),
        note: z.string().optional().meta({ description: 'Why there are fewer than ten, if so.' }),
      })
      .meta({ id: 'DiscoveryTask' }),
  },
  errors: [serviceErrors.not_found],
  example: {
    params: { task_id: taskExample.task_id },
    responses: {
      200: {
        ...taskExample,
        status: 'completed',
        progress: { stage: 'done', percent: 100 },
        competitors: [competitorExample],
      },
    },
  },

  async handle({ params, actor: { accountId } }, { tasks }) {
    const task = await tasks.current(params.task_id);
    if (task?.job !== 'discovery' || task.userId !== accountId)
      throw fail(serviceErrors.not_found, { detail: 'There is no such discovery of yours.' });
    if (task.status !== 'completed') return ok(taskRecord(task));
    const { competitors, note } = task.result as DiscoveryResult;
    const result = { competitors: competitors.map(competitorRecord), ...(note !== null && { note }) };
    return ok({ ...taskRecord(task), ...result });
  },
});
