import * as z from 'zod';
import { accountErrors } from '#shared/accounts/errors.ts';
import { users } from '#shared/accounts/needs.ts';
import { assertNotWaitlisted } from '#shared/accounts/registration/assert-not-waitlisted.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { CompetitorRecord, competitorExample, competitorRecord } from '#shared/competitors/competitor-record.ts';
import type { DiscoveryResult } from '#shared/competitors/discover-competitors.ts';
import { competitorErrors } from '#shared/competitors/errors.ts';
import { syncSeconds } from '#shared/competitors/needs.ts';
import { creditErrors } from '#shared/credits/errors.ts';
import type { Actors } from '#shared/http/actors.ts';
import { defineEndpoint, ok, reply } from '#shared/http/endpoint.ts';
import { awaitTask } from '#shared/tasks/await-task.ts';
import type { UserTask } from '#shared/tasks/rules/user-tasks.ts';
import { BegunTask, taskExample } from '#shared/tasks/task-record.ts';
import { fail, type Problem, serviceErrors } from '#shared/values/errors.ts';
import { plainText } from '#shared/values/plain-text.ts';
import { siteDomain } from '#shared/values/site-domain.ts';
import { ownerOf } from '#shared/values/tenant.ts';
import { web } from '#shared/web/needs.ts';
import { addressRefused, validateExternalUrl } from '#shared/web/web.ts';
import { normalizedWebsite } from '#shared/web/website.ts';
import { discoveryLimit, startDiscovery, startDiscoveryNeeds } from './start-discovery.ts';

const needs = { ...startDiscoveryNeeds, syncSeconds, users, web };
type Deps = DepsOf<typeof needs>;

const statusUrl = (taskId: string) => `/api/v1/competitors/discover/status/${taskId}`;

export const discover = defineEndpoint({
  id: 'discover',
  method: 'POST',
  path: '/api/v1/competitors/discover',
  auth: 'view',
  needs,
  summary: 'Discover competitors',
  description:
    'Finds the direct competitors of a company. Returns 10 to 15 competitors found in web sources whose websites are reachable; fewer, with a `note`, if no more can be found. By default the response is a task: poll `status_url` for progress. With `async_mode` false the request waits 30 to 60 seconds for the competitors, and returns the task only if the discovery takes longer than a request can. While a discovery of the same website runs, its task is returned. The price in credits is configured and 0 by default. A website that does not respond is 422 with a problem of type `website_unreachable`; a task has it as `error_code`. If the profile has no website, it is set to this one. A user can start 30 discoveries an hour; without a verified e-mail, phone or identity, 3 a day.',
  body: z
    .object({
      company_website: z.string().trim().min(1).max(2048).meta({
        description: 'An http(s) URL; `https://` is optional.',
        example: 'https://northwind.example/',
      }),
      company_name: plainText(200).nullish().meta({ description: 'Company name, if it differs from the one in the profile.' }),
      async_mode: z.boolean().default(true).meta({ description: '`true` returns a task to poll; `false` waits for the result.' }),
    })
    .meta({ id: 'DiscoveryRequest' }),
  responses: {
    200: z
      .object({
        competitors: z.array(CompetitorRecord).meta({ description: 'The competitors.' }),
        note: z.string().nullable().meta({ description: 'Why there are fewer than ten, if so.' }),
      })
      .meta({ id: 'Discovery' }),
    202: BegunTask,
  },
  answers: {
    200: 'The discovery is complete: with `async_mode: false`, or if a result is already available. The body holds the competitors.',
    202: 'The discovery runs in the background. Poll `status_url`.',
  },
  errors: [
    accountErrors.on_waitlist,
    creditErrors.insufficient_credits,
    serviceErrors.too_many_requests,
    competitorErrors.discovery_failed,
    serviceErrors.budget_exhausted,
  ],
  rateLimit: discoveryLimit({ perHour: 30, unverifiedPerDay: 3 }, { emailVerified: true }),
  example: {
    body: { company_website: 'https://northwind.example/', company_name: 'Northwind Shoes' },
    responses: {
      200: { competitors: [competitorExample], note: null },
      202: { task_id: taskExample.task_id, status: 'pending', status_url: statusUrl(taskExample.task_id) },
    },
  },

  check: ({ body }) => websiteProblems((body as { company_website?: unknown } | null)?.company_website),

  async handle({ body, actor }, deps) {
    assertNotWaitlisted(actor);
    const website = normalizedWebsite(body.company_website) ?? '';
    const subject = siteDomain(website) ?? '';
    await validateExternalUrl(['body', 'company_website'], deps.web.check(website));
    const discoveryRequest = { website, subject, companyName: body.company_name || null };
    const { task: first, headers } = await startDiscovery(actor, discoveryRequest, deps, {
      waits: !body.async_mode,
    });
    await keepFirstWebsite(actor, website, deps);
    const task = body.async_mode ? first : await awaitTask(first.id, deps.syncSeconds * 1000, deps);
    if (!body.async_mode && task.status === 'failed') throw failureOf(task, headers);
    if (body.async_mode || task.status !== 'completed') {
      const begun = { task_id: task.id, status: 'pending' as const, status_url: statusUrl(task.id) };
      return reply(202, begun, headers);
    }
    const { competitors, note } = task.result as DiscoveryResult;
    return ok({ competitors: competitors.map(competitorRecord), note }, headers);
  },
});

async function keepFirstWebsite({ accountId, owner }: Actors['view'], website: string, { users }: Deps) {
  if (owner.companyWebsite !== null) return;
  await users.change(ownerOf(accountId), { companyWebsite: website }, { condition: 'companyWebsite = :none', values: { ':none': null } });
}

function failureOf({ error, errorCode }: UserTask, headers: Record<string, string>) {
  if (!errorCode) return fail(competitorErrors.discovery_failed, { headers, ...(error && { detail: error }) });
  const problem = { type: errorCode, loc: ['body', 'company_website'], msg: error ?? errorCode };
  return fail(serviceErrors.validation_failed, { headers, problems: [problem] });
}

function websiteProblems(text: unknown): Problem[] {
  if (typeof text !== 'string' || text.trim() === '' || [...text].length > 2048) return [];
  const website = normalizedWebsite(text);
  if (website && siteDomain(website)) return [];
  const loc = ['body', 'company_website'];
  const plain = text.trim();
  const isAddress = URL.canParse(/^[a-z][a-z\d+.-]*:\/\//i.test(plain) ? plain : `https://${plain}`);
  return isAddress ? [{ ...addressRefused, loc }] : [{ type: 'value_error', loc, msg: 'Not the http(s) URL of a website' }];
}
