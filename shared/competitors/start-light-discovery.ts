import type { Users } from '#shared/accounts/store/users.ts';
import type { RateLimit, RateLimits } from '#shared/limits/rate-limits.ts';
import { type BudgetDeps, budgetExhausted } from '#shared/llm/assert-budget.ts';
import { log } from '#shared/log.ts';
import type { EffectOf } from '#shared/messages/effects.ts';
import type { UserTasks } from '#shared/tasks/store/user-tasks.ts';
import { hourInSeconds } from '#shared/values/durations.ts';
import { sha256 } from '#shared/values/ids.ts';
import { siteDomain } from '#shared/values/site-domain.ts';
import { ownerOf } from '#shared/values/tenant.ts';

type LightDiscoveryDeps = BudgetDeps & {
  tasks: Pick<UserTasks, 'start'>;
  users: Pick<Users, 'byId'>;
  limits: RateLimits;
  liteDiscoveriesPerHour: number;
};

/** Sign-ups arrive in bursts, so the limit's counter is split into parts. */
const limitParts = 16;
const minPerHour = 10 * limitParts;

export function lightDiscoveries(perHour: number, id: string): [limit: RateLimit, subject: string] {
  const parts = perHour < minPerHour ? 1 : limitParts;
  const part = Number.parseInt(sha256(id).slice(0, 4), 16) % parts;
  const limit = {
    name: 'lite-discoveries',
    limit: Math.floor(perHour / parts),
    windowSeconds: hourInSeconds,
  };
  return [limit, parts === 1 ? 'all' : `all#${part}`];
}

/** Accounts cost nothing to create, so waitlisted accounts and sign-ups beyond the limit have no discovery. */
export async function startLightDiscovery(
  { user_id: userId, company_website }: EffectOf<'lite_discovery'>,
  deps: LightDiscoveryDeps,
): Promise<void> {
  const { tasks, users, limits, liteDiscoveriesPerHour } = deps;
  const subject = siteDomain(company_website);
  if (subject === null) return;
  const id = `lite_${userId}`;
  const use = [...lightDiscoveries(liteDiscoveriesPerHour, id), id] as const;
  if ((await limits.isUsedUp(...use)) || !(await limits.take(...use)).isAllowed)
    return log.warn('too many light sign-ups, discovery left out', { user_id: userId });
  const user = await users.byId(ownerOf(userId));
  if (user?.onWaitlist) return log.info('discovery of a waitlisted account left out', { user_id: userId });
  if (user?.paidStatus !== 'active' && (await budgetExhausted(deps)))
    return log.warn('the model budget of the hour is used up, discovery left out', { user_id: userId });
  const companyFields = {
    company_name: user?.company ?? null,
    company_short_desc: user?.companyShortDesc ?? null,
  };
  await tasks.start({
    job: 'discovery',
    id,
    userId,
    subject,
    parameters: { company_website, ...companyFields, source: 'lite_signup' },
  });
}
