import { ApiError, fail, type Problem, serviceErrors } from '#shared/values/errors.ts';

type Checks = readonly (() => unknown)[];
type Results<C extends Checks> = { [I in keyof C]: Awaited<ReturnType<C[I]>> };

/** Throws one 422 with the problems of all checks. */
export async function allChecked<const C extends Checks>(...checks: C): Promise<Results<C>> {
  const results: unknown[] = [];
  let problems: Problem[] = [];
  for (const check of checks)
    try {
      results.push(await check());
    } catch (error) {
      if (!(error instanceof ApiError) || error.problems === undefined) throw error;
      problems = problems.concat(error.problems);
    }
  if (problems.length > 0) throw fail(serviceErrors.validation_failed, { problems });
  return results as Results<C>;
}
