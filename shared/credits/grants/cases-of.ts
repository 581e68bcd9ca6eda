import { eachAtOnce } from '#shared/values/each-at-once.ts';
import type { Case } from './grant-job.ts';

/** Subjects looked at side by side. */
const atOnce = 16;

/** The case of every subject; what goes wrong with one stays with it. `subject` is a user's id, or holds one. */
export async function casesOf<S extends number | { userId: number }>(
  subjects: readonly S[],
  caseOf: (subject: S) => Promise<Case>,
): Promise<Case[]> {
  const cases: Case[] = [];
  await eachAtOnce(subjects, atOnce, async (subject) => {
    const userId = typeof subject === 'number' ? subject : subject.userId;
    cases.push(await caseOf(subject).catch((error: Error) => ({ userId, grants: [], error })));
  });
  return cases;
}
