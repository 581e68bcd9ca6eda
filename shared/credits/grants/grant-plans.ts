import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { GrantPlan } from './grant-job.ts';

/** Subjects looked at side by side. */
const atOnce = 16;

/** The case of every subject; what goes wrong with one stays with it. `subject` is a user's id, or holds one. */
export async function grantPlans<S extends number | { userId: number }>(
  subjects: readonly S[],
  caseOf: (subject: S) => Promise<GrantPlan>,
): Promise<GrantPlan[]> {
  const cases: GrantPlan[] = [];
  await forEachConcurrent(subjects, atOnce, async (subject) => {
    const userId = typeof subject === 'number' ? subject : subject.userId;
    cases.push(await caseOf(subject).catch((error: Error) => ({ userId, grants: [], error })));
  });
  return cases;
}
