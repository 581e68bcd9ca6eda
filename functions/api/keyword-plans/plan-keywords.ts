import { accountErrors } from '#shared/accounts/errors.ts';
import { paidLimit } from '#shared/accounts/paid-limit.ts';
import { assertNotWaitlisted } from '#shared/accounts/registration/assert-not-waitlisted.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { competitorErrors } from '#shared/competitors/errors.ts';
import { assertAffordable } from '#shared/credits/assert-affordable.ts';
import { creditErrors } from '#shared/credits/errors.ts';
import { billingPortalUrl, creditCosts, credits } from '#shared/credits/needs.ts';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { keywordPlans } from '#shared/keyword-plans/needs.ts';
import { consumeRateLimit } from '#shared/limits/consume-rate-limit.ts';
import { limits } from '#shared/limits/needs.ts';
import type { RateLimit } from '#shared/limits/rate-limits.ts';
import { assertBudget } from '#shared/llm/assert-budget.ts';
import { llmBudgetPerHour, llmSpend } from '#shared/llm/needs.ts';
import { userTasks } from '#shared/tasks/needs.ts';
import type { UserTask } from '#shared/tasks/rules/user-tasks.ts';
import { BegunTask, taskExample } from '#shared/tasks/task-record.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { siteDomain } from '#shared/values/site-domain.ts';

const needs = {
  billingPortalUrl,
  creditCosts,
  credits,
  keywordPlans,
  limits,
  llmBudgetPerHour,
  llmSpend,
  tasks: userTasks,
};
type Deps = DepsOf<typeof needs>;

const statusUrl = (taskId: string) => `/api/v1/dashboard/search-ads-keywords/status/${taskId}`;

/** Every plan costs a paid call of the model, so plans are limited. */
const planLimit = (plans: Deps['keywordPlans'], user: Pick<User, 'emailVerified'>): RateLimit => paidLimit('keyword-plans', plans, user);

export const planKeywords = defineEndpoint({
  id: 'planKeywords',
  method: 'POST',
  path: '/api/v1/dashboard/search-ads-keywords',
  auth: 'view',
  needs,
  summary: 'Create a keyword plan',
  description:
    'Creates a keyword plan for the company website of the profile. It takes about half a minute: poll `status_url` for progress. While a plan is being created, its task is returned. The price in credits is configured and 0 by default. A user can request 20 plans an hour; without a verified e-mail, phone or identity, 3 a day.',
  responses: { 202: BegunTask },
  answers: {
    202: 'The plan is made in the background. Poll its status.',
  },
  errors: [
    accountErrors.on_waitlist,
    competitorErrors.company_website_missing,
    creditErrors.insufficient_credits,
    serviceErrors.too_many_requests,
    serviceErrors.budget_exhausted,
  ],
  rateLimit: planLimit({ perHour: 20, unverifiedPerDay: 3 }, { emailVerified: true }),
  example: {
    responses: {
      202: { task_id: taskExample.task_id, status: 'pending', status_url: statusUrl(taskExample.task_id) },
    },
  },

  async handle({ actor }, deps) {
    assertNotWaitlisted(actor);
    const { accountId, owner, user } = actor;
    const website = owner.companyWebsite;
    const subject = website && siteDomain(website);
    if (!website || !subject) throw fail(competitorErrors.company_website_missing);
    const next = await deps.tasks.next('keyword_plan', accountId, subject);
    if (next.running) return begun(next.running);
    await assertAffordable('keyword_plan', accountId, deps);
    await assertBudget([owner, user], deps);
    const limit = planLimit(deps.keywordPlans, user);
    const headers = await consumeRateLimit(limit, String(user.id), deps.limits, next.id);
    const parameters = { company_website: website, is_charged: true };
    const { task } = await deps.tasks.start({
      id: next.id,
      job: 'keyword_plan',
      userId: accountId,
      subject,
      parameters,
    });
    return begun(task, headers);
  },
});

const begun = ({ id, status }: UserTask, headers: Record<string, string> = {}) =>
  reply(202, { task_id: id, status, status_url: statusUrl(id) }, headers);
