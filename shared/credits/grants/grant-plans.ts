import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { ownAccountOf, type UserId } from '#shared/values/tenant.ts';
import type { GrantPlan } from './grant-job.ts';

const atOnce = 16;

export async function grantPlans<S extends number | { userId: UserId }>(
  subjects: readonly S[],
  caseOf: (subject: S) => Promise<GrantPlan>,
): Promise<GrantPlan[]> {
  const cases: GrantPlan[] = [];
  await forEachConcurrent(subjects, atOnce, async (subject) => {
    const userId = typeof subject === 'number' ? subject : subject.userId;
    cases.push(await caseOf(subject).catch((error: Error) => ({ userId: ownAccountOf(userId), grants: [], error })));
  });
  return cases;
}
