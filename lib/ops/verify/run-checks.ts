import { accountChecks } from './account-checks.ts';
import { addressChecks } from './address-checks.ts';
import { type Check, CheckFailed, type Looked } from './check.ts';

/** Returns every check in its order. Checks of AWS need an account. */
export const checksOf = (looked: Looked): Check[] => {
  const { account } = looked;
  return [
    ...addressChecks,
    ...(account
      ? accountChecks.map(({ ask, ...check }) => ({ ...check, look: (one: Looked) => ask(account, one) }))
      : []),
  ];
};
export const checkNames = [...addressChecks, ...accountChecks].map(({ name }) => name);

export type Verdict = { name: string; isPassed: boolean; words: string };

/** Runs the checks in turn, and continues after a failure. */
export async function runChecks(
  looked: Looked,
  { only, tell }: { only?: readonly string[] | undefined; tell(verdict: Verdict): void },
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const { name, look } of checksOf(looked).filter(({ name }) => !only || only.includes(name))) {
    const verdict = await look(looked).then(
      (words) => ({ name, isPassed: true, words }),
      (error: Error) => ({ name, isPassed: false, words: wordsOf(error) }),
    );
    verdicts.push(verdict);
    tell(verdict);
  }
  return verdicts;
}

const wordsOf = (error: Error) =>
  error instanceof CheckFailed ? error.message : `It could not be looked at: ${error.message}`;
