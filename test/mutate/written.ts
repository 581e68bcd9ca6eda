import { type Mutation, mutated, testFile } from './mutation.ts';
import { failuresIn, print, runTests, withChange } from './tree.ts';

export type Outcome = 'caught' | 'SURVIVED' | 'BROKEN';

export const isBroken = (output: string): boolean =>
  /ValidationException|unused in expressions?|ReferenceError|SyntaxError|No test files found/.test(output);

/** `by` is the first test that failed. */
export const outcomeOf = (copy: string, one: Mutation): Promise<{ outcome: Outcome; by: string }> =>
  withChange(
    copy,
    one.file,
    (text) => mutated(one, text),
    async () => {
      const { isGreen, output } = await runTests(copy, one.tests.map(testFile), { only: one.only });
      if (isBroken(output)) print(output.split('\n').slice(0, 40).join('\n'));
      const outcome = isBroken(output) ? 'BROKEN' : isGreen ? 'SURVIVED' : 'caught';
      return { outcome, by: failuresIn(output)[0] ?? '' };
    },
  );
