import * as z from 'zod';
import { accountErrors } from '#shared/accounts/errors.ts';
import { assertNotWaitlisted } from '#shared/accounts/registration/assert-not-waitlisted.ts';
import { adErrors } from '#shared/ads/errors.ts';
import type { OwnPageParameters, OwnPageResult } from '#shared/ads/own-page-task.ts';
import { saveOwnPage } from '#shared/ads/save-own-page.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { competitorErrors } from '#shared/competitors/errors.ts';
import { pageLookUpsLimit } from '#shared/competitors/rules/limits.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { awaitTask } from '#shared/tasks/await-task.ts';
import { userTasks } from '#shared/tasks/needs.ts';
import type { UserTask } from '#shared/tasks/rules/user-tasks.ts';
import { fail, invalid, serviceErrors } from '#shared/values/errors.ts';
import { sha256 } from '#shared/values/ids.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { addressRefused } from '#shared/web/web.ts';
import { adBudgetNeeds, spend } from './ad-budget.ts';
import { adsQuery, howMany } from './ads-query.ts';
import { OwnAds, ownAdsAnswerNeeds, ownAdsExample, ownAdsOf } from './own-ads-answer.ts';

const needs = { ...ownAdsAnswerNeeds, ...adBudgetNeeds, tasks: userTasks };
type Deps = DepsOf<typeof needs>;

/** The limit is below the 29 seconds after which API Gateway ends a request. */
const maxMs = 25_000;
/** A request waits at most this long for the task that reads the website and the ad library. */
const lookUpMs = 15_000;

export const discoverOwnPage = defineEndpoint({
  id: 'discoverOwnPage',
  method: 'POST',
  path: '/api/v1/competitors/my-ads/auto-discover',
  auth: 'view',
  needs,
  summary: 'Find your page in the ad library',
  description:
    'Finds your page in the ad library by your company website, sets it, and returns its ads. Uses the page that the website of your profile links to; otherwise a page that has the company’s name and mentions the website. It replaces a page that was set before. A website that must not be fetched is `422` with a problem of type `address_refused`; one that does not respond, `website_unreachable`.',
  query: z.object({ ...adsQuery, limit: howMany(100, 50) }),
  responses: { 200: OwnAds },
  errors: [
    accountErrors.on_waitlist,
    competitorErrors.company_website_missing,
    adErrors.ads_page_not_found,
    serviceErrors.too_many_requests,
    serviceErrors.vendor_unavailable,
  ],
  rateLimit: pageLookUpsLimit,
  example: { query: { limit: 50 }, responses: { 200: ownAdsExample } },

  async handle({ query, actor }, deps) {
    assertNotWaitlisted(actor);
    const { country, active_status: status, limit } = query;
    const { companyWebsite: website, company } = actor.owner;
    if (website === null) throw fail(competitorErrors.company_website_missing);
    const startedAt = deps.now();
    const headers = await spend(pageLookUpsLimit, actor, deps);
    const task = await lookUp(actor.accountId, { website, company }, deps);
    if (task.status === 'failed') throw problemOf(task, headers);
    const result = task.status === 'completed' ? (task.result as OwnPageResult) : { retryAfterSeconds: 5 };
    if ('retryAfterSeconds' in result) {
      const retryAfter = { 'retry-after': String(result.retryAfterSeconds) };
      throw fail(serviceErrors.vendor_unavailable, { headers: { ...headers, ...retryAfter } });
    }
    if (!result.found) throw fail(adErrors.ads_page_not_found, { headers });
    const page = await saveOwnPage(actor.accountId, result.found, deps);
    const adsTimeoutMs = Math.min(deps.adsTimeoutMs, startedAt + maxMs - deps.now());
    const request = { country, status, limit, refresh: false };
    const { answer } = await ownAdsOf(page, request, actor, { ...deps, adsTimeoutMs });
    return ok(answer, headers);
  },
});

async function lookUp(accountId: AccountId, parameters: OwnPageParameters, deps: Deps): Promise<UserTask> {
  const subject = sha256(JSON.stringify(parameters));
  const { task } = await deps.tasks.start({ job: 'own_page', userId: accountId, subject, parameters });
  return await awaitTask(task.id, lookUpMs, deps);
}

function problemOf({ errorCode }: UserTask, headers: Record<string, string>) {
  const loc = ['body', 'company_website'];
  const unreachable = {
    type: 'website_unreachable',
    loc,
    msg: 'The website of your profile could not be read. Check its address',
  };
  if (errorCode === 'address_refused') return invalid({ ...addressRefused, loc });
  if (errorCode === 'website_unreachable') return fail(serviceErrors.validation_failed, { headers, problems: [unreachable] });
  return fail(serviceErrors.vendor_unavailable, { headers: { ...headers, 'retry-after': '30' } });
}
