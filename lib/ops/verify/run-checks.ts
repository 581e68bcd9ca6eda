import { accountChecks } from './account-checks.ts';
import { addressChecks } from './address-checks.ts';
import { type Check, CheckFailed, type Looked } from './check.ts';

export const checksOf = (looked: Looked): Check[] => {
  const { account } = looked;
  return [
    ...addressChecks,
    ...(account ? accountChecks.map(({ ask, ...check }) => ({ ...check, look: (stage: Looked) => ask(account, stage) })) : []),
  ];
};
export const checkNames = [...addressChecks, ...accountChecks].map(({ name }) => name);

export type Verdict = { name: string; isPassed: boolean; words: string };

export async function runChecks(
  looked: Looked,
  { only, onVerdict }: { only?: readonly string[] | undefined; onVerdict(verdict: Verdict): void },
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const { name, look } of checksOf(looked).filter(({ name }) => !only || only.includes(name))) {
    const verdict = await look(looked).then(
      (words) => ({ name, isPassed: true, words }),
      (error: Error) => ({ name, isPassed: false, words: wordsOf(error) }),
    );
    verdicts.push(verdict);
    onVerdict(verdict);
  }
  return verdicts;
}

const wordsOf = (error: Error) => (error instanceof CheckFailed ? error.message : `It could not be looked at: ${error.message}`);
