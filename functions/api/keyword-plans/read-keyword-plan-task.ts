import * as z from 'zod';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { plans } from '#shared/keyword-plans/needs.ts';
import { userTasks } from '#shared/tasks/needs.ts';
import { taskExample, taskFields, taskRecord } from '#shared/tasks/task-record.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { Plan, planRecord } from './plan-schema.ts';

export const readKeywordPlanTask = defineEndpoint({
  id: 'readKeywordPlanTask',
  method: 'GET',
  path: '/api/v1/dashboard/search-ads-keywords/status/{task_id}',
  auth: 'view',
  needs: { plans, tasks: userTasks },
  summary: 'Retrieve a keyword plan task',
  description:
    'Returns the progress of a keyword plan that was requested with `planKeywords`. Poll it until `status` is `completed` or `failed`.',
  params: z.object({ task_id: z.string().max(100) }),
  responses: {
    200: z.object({ ...taskFields, plan: Plan.optional().meta({ description: 'Of a completed task.' }) }).meta({ id: 'KeywordPlanTask' }),
  },
  errors: [serviceErrors.not_found],
  example: {
    params: { task_id: taskExample.task_id },
    responses: { 200: { ...taskExample, progress: { stage: 'planning', percent: 30 } } },
  },

  async handle({ params, actor: { accountId } }, { tasks, plans }) {
    const task = await tasks.current(params.task_id);
    if (task?.job !== 'keyword_plan' || task.userId !== accountId)
      throw fail(serviceErrors.not_found, { detail: 'There is no such task of yours.' });
    const { version } = (task.result ?? {}) as { version?: number };
    const plan = version === undefined ? null : await plans.byVersion(accountId, version);
    return ok({ ...taskRecord(task), ...(plan && { plan: planRecord(plan) }) });
  },
});
