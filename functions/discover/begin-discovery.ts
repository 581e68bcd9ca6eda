import { chargeFor } from '#shared/credits/charge-for.ts';
import type { RateLimit } from '#shared/data/rate-limits.ts';
import type { DiscoverDeps } from '#shared/deps/discovery.ts';
import type { DiscoveryParameters } from '#shared/discovery/profile-company.ts';
import { siteDomain } from '#shared/domain/site-domain.ts';
import type { UserTask } from '#shared/domain/user-tasks.ts';
import type { Actors } from '#shared/http/actors.ts';
import { limitReached } from '#shared/http/rate-limit-headers.ts';

const discoveries = (perHour: number): RateLimit => ({
  name: 'discoveries',
  limit: perHour,
  windowSeconds: 3600,
});

type Asked = { website: string; subject: string; companyName: string | null };

/**
 * The discovery that runs for this user and website, or a new one, which is charged for before it begins. Its id is the
 * same for whoever asks at once, and for who asks again after a crash in between: one task, one charge.
 */
export async function beginDiscovery(
  { userId, user, signedIn }: Actors['view'],
  { website, subject, companyName }: Asked,
  deps: DiscoverDeps,
  more: { dueAt?: number },
): Promise<UserTask> {
  const { tasks, limits } = deps;
  const next = await tasks.next('discovery', userId, subject);
  if (next.running) return await asked(next.running, deps);
  const limit = discoveries(deps.discoveriesPerHour);
  const left = await limits.take(limit, String(signedIn.id));
  if (!left.isAllowed) throw limitReached(limit, left);
  await chargeFor('discovery', { userId, id: next.id }, deps);
  // What the profile says is of the profile's own company.
  const isOwn = user.companyWebsite !== null && siteDomain(user.companyWebsite) === subject;
  const parameters: DiscoveryParameters = {
    company_website: website,
    company_name: companyName ?? (isOwn ? user.company : null),
    company_short_desc: isOwn ? user.companyShortDesc : null,
    source: 'direct_web_search',
  };
  const { task } = await tasks.begin({ id: next.id, job: 'discovery', userId, subject, parameters, ...more });
  return await asked(task, deps);
}

/** One that began by itself is the user's from now on. */
async function asked(task: UserTask, { tasks }: DiscoverDeps): Promise<UserTask> {
  if (task.parameters.source !== 'direct_web_search')
    await tasks.amend(task.id, 'source', 'direct_web_search');
  return task;
}
