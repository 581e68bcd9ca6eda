import { BegunTask, taskExample } from '#shared/analysis/task-record.ts';
import { assertAffordable } from '#shared/credits/assert-affordable.ts';
import type { DashboardDeps } from '#shared/deps/dashboard.ts';
import { siteDomain } from '#shared/domain/site-domain.ts';
import { endpointWith, reply } from '#shared/http/endpoint.ts';
import { fail } from '#shared/http/errors.ts';

const statusUrl = (taskId: string) => `/api/v1/dashboard/search-ads-keywords/status/${taskId}`;

export const planKeywords = endpointWith<DashboardDeps>()({
  id: 'planKeywords',
  method: 'POST',
  path: '/api/v1/dashboard/search-ads-keywords',
  auth: 'view',
  cors: 'front_ends',
  summary: 'Makes a new keyword plan',
  description:
    "For the company website of the user's profile. It takes about half a minute: ask `status_url` how it gets on. While one is made, the same task is answered. What a plan costs in credits is configuration; nothing by default.",
  responses: { 202: BegunTask },
  errors: ['company_website_missing', 'insufficient_credits'],
  example: {
    responses: {
      202: { task_id: taskExample.task_id, status: 'pending', status_url: statusUrl(taskExample.task_id) },
    },
  },

  async handle({ actor: { userId, user } }, deps) {
    const website = user.companyWebsite;
    const subject = website && siteDomain(website);
    if (!website || !subject) throw fail('company_website_missing');
    await assertAffordable('keyword_plan', userId, deps);
    const parameters = { company_website: website, is_charged: true };
    const { task } = await deps.tasks.begin({ job: 'keyword_plan', userId, subject, parameters });
    return reply(202, { task_id: task.id, status: task.status, status_url: statusUrl(task.id) });
  },
});
