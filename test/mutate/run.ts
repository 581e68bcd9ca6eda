import { commandLine } from '#lib/tools/command-line.ts';
import { type Mutation, mutated, testFile } from './mutation.ts';
import { equivalents, mutations } from './mutations.ts';
import { runRandom, runWritten } from './random.ts';
import { ending, failuresIn, print, runTests, withChange, withCopy } from './tree.ts';
import { printUndecided } from './undecided.ts';

const usage = `npm run mutate [-- --only TEXT] [--list]
npm run mutate -- --random COUNT [--seed TEXT] [WORD ...]
npm run mutate -- --faults FILE
npm run mutate -- --conditions FILE

Runs the tests of each mutation with the mutation in place, in a copy of the tree. Exits 1 when a mutation survives.
--random draws single faults from the sources with one of the words in their path, and runs the tests found by name.
--faults does so with the faults of a JSON file: [{"file", "from", "to", "harm"}], where "from" occurs once.
--conditions lists what no test decides by, of a run of tests with TEST_CONDITIONS_FILE=FILE: conditions of writes that
never failed, and operands of AND without which every outcome would have been the same.
`;
const { values, positionals } = commandLine(usage, {
  only: { type: 'string' },
  list: { type: 'boolean' },
  random: { type: 'string' },
  faults: { type: 'string' },
  conditions: { type: 'string' },
  seed: { type: 'string' },
});

const isBroken = (output: string) =>
  /ValidationException|unused in expressions?|ReferenceError|SyntaxError|No test files found/.test(output);

type Outcome = 'caught' | 'SURVIVED' | 'BROKEN';

const outcomeOf = (copy: string, one: Mutation): Promise<{ outcome: Outcome; by: string }> =>
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

async function main(): Promise<boolean> {
  if (values.conditions) {
    printUndecided(values.conditions);
    return true;
  }
  if (values.faults) return runWritten(values.faults);
  if (values.random) {
    const seed = values.seed ?? String(Date.now());
    return runRandom({ count: Number(values.random), seed, words: positionals });
  }
  const chosen = mutations.filter(({ name, file }) => `${name} ${file}`.includes(values.only ?? ''));
  if (values.list) {
    for (const { name, file } of chosen) print(`${file}: ${name}`);
    for (const { name, file, reason } of equivalents) print(`${file}: ${name} (equivalent: ${reason})`);
    return true;
  }
  if (chosen.length === 0) {
    print(`No mutation has a name or a file with "${values.only}".`);
    return false;
  }
  return withCopy(async (copy) => {
    const names = [...new Set(chosen.flatMap(({ tests }) => tests))];
    print(`${names.length} test files without a mutation …`);
    const baseline = await runTests(copy, names.map(testFile));
    if (!baseline.isGreen) {
      print(baseline.output);
      print('They fail without a mutation, so that nothing can be told.');
      return false;
    }
    const outcomes = new Map<Outcome, number>();
    for (const [i, one] of chosen.entries()) {
      const startedAt = performance.now();
      const { outcome, by } = await outcomeOf(copy, one);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      print(`${i + 1}/${chosen.length} ${outcome} ${seconds} s ${one.file}: ${one.name}`);
      if (by) print(`    ${by}`);
    }
    print([...outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(', '));
    return outcomes.size === 1 && outcomes.has('caught');
  });
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  if (!ending.signal.aborted) throw error;
  process.exitCode = 130;
}
