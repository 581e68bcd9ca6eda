import { paidLimit } from '#shared/accounts/paid-limit.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { discoveries } from '#shared/competitors/needs.ts';
import type { DiscoveryParameters } from '#shared/competitors/profile-company.ts';
import { assertAffordable } from '#shared/credits/assert-affordable.ts';
import { billingPortalUrl, creditCosts, credits } from '#shared/credits/needs.ts';
import type { Actors } from '#shared/http/actors.ts';
import { consumeRateLimit } from '#shared/limits/consume-rate-limit.ts';
import { limits } from '#shared/limits/needs.ts';
import type { RateLimit } from '#shared/limits/rate-limits.ts';
import { assertBudget } from '#shared/llm/assert-budget.ts';
import { llmBudgetPerHour, llmSpend } from '#shared/llm/needs.ts';
import { userTasks } from '#shared/tasks/needs.ts';
import type { UserTask } from '#shared/tasks/rules/user-tasks.ts';
import { siteDomain } from '#shared/values/site-domain.ts';

export const startDiscoveryNeeds = {
  billingPortalUrl,
  creditCosts,
  credits,
  discoveries,
  limits,
  llmBudgetPerHour,
  llmSpend,
  tasks: userTasks,
};
type Deps = DepsOf<typeof startDiscoveryNeeds>;

export const discoveryLimit = (discoveries: Deps['discoveries'], user: Pick<User, 'emailVerified'>): RateLimit =>
  paidLimit('discoveries', discoveries, user);

type Asked = { website: string; subject: string; companyName: string | null };

/**
 * Parallel requests, and a retry after a crash, get the same task ID. Discoveries, and requests that wait for
 * them, cost money and are limited.
 */
export async function startDiscovery(
  { accountId, owner, user }: Actors['view'],
  { website, subject, companyName }: Asked,
  deps: Deps,
  { waits }: { waits: boolean },
): Promise<{ task: UserTask; headers: Record<string, string> }> {
  const { tasks, limits } = deps;
  const next = await tasks.next('discovery', accountId, subject);
  if (next.running && !waits) return { task: await asked(next.running, deps), headers: {} };
  // Parallel requests for the same task count as one use of the limit, unless they wait for the result.
  const use = next.running || waits ? undefined : next.id;
  if (!next.running) await assertBudget([owner, user], deps);
  const limit = discoveryLimit(deps.discoveries, user);
  const headers = await consumeRateLimit(limit, String(user.id), limits, use);
  if (next.running) return { task: await asked(next.running, deps), headers };
  await assertAffordable('discovery', accountId, deps);
  const isOwn = user.companyWebsite !== null && siteDomain(user.companyWebsite) === subject;
  const parameters: DiscoveryParameters = {
    company_website: website,
    company_name: companyName ?? (isOwn ? user.company : null),
    company_short_desc: isOwn ? user.companyShortDesc : null,
    source: 'direct_web_search',
    is_charged: true,
  };
  const { task } = await tasks.start({
    id: next.id,
    job: 'discovery',
    userId: accountId,
    subject,
    parameters,
  });
  return { task: await asked(task, deps), headers };
}

async function asked(task: UserTask, { tasks }: Deps): Promise<UserTask> {
  if (task.parameters.source !== 'direct_web_search') await tasks.amend(task.id, 'source', 'direct_web_search');
  return task;
}
