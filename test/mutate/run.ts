import { commandLine } from '#lib/tools/command-line.ts';
import { parts, runKilled } from './killed.ts';
import { testFile } from './mutation.ts';
import { equivalents, mutations } from './mutations.ts';
import { printCosts, runRandom, runWritten } from './random.ts';
import { ending, print, runTests, withCopy } from './tree.ts';
import { printUndecided } from './undecided.ts';
import { type Outcome, outcomeOf } from './written.ts';

const usage = `npm run mutate [-- --only TEXT] [--list]
npm run mutate -- --random COUNT [--seed TEXT] [--list] [WORD ...]
npm run mutate -- --faults FILE [WORD ...]
npm run mutate -- --killed promises|written|random [--minutes N]
npm run mutate -- --conditions FILE

Runs the tests of each mutation with the mutation in place, in a copy of the tree. Exits 1 when a mutation survives.
--random draws single faults from the sources with one of the words in their path, and tells which tests notice them: those of
"npm run test:touched", the quick ones, all that execute the file. With --list it only says what the tests of a change cost.
--faults does so with the faults of a JSON file: [{"file", "from", "to", "harm"}], where "from" occurs once.
--killed continues the list test/mutate/killed.json, which has the test that kills each mutant: the mutations that
invert a promise, all written ones, or 500 random ones. The cheapest tests run first, those of up to 20 seconds of CPU by
the map; "not within 20 s" says that others remain.
--conditions lists what no test decides by, of a run of tests with TEST_CONDITIONS_FILE=FILE: conditions of writes that
never failed, and operands of AND without which every outcome would have been the same.
`;
const { values, positionals } = commandLine(usage, {
  only: { type: 'string' },
  list: { type: 'boolean' },
  random: { type: 'string' },
  faults: { type: 'string' },
  killed: { type: 'string' },
  minutes: { type: 'string' },
  conditions: { type: 'string' },
  seed: { type: 'string' },
});

async function main(): Promise<boolean> {
  if (values.conditions) {
    printUndecided(values.conditions);
    return true;
  }
  if (values.faults) return runWritten(values.faults, positionals);
  if (values.random) {
    const seed = values.seed ?? String(Date.now());
    if (values.list) {
      printCosts({ count: Number(values.random), seed });
      return true;
    }
    return runRandom({ count: Number(values.random), seed, words: positionals });
  }
  // A mutation names the tests that notice it, whatever tier has them.
  process.env.TEST_TIER = 'night';
  if (values.killed) {
    const part = parts.find((one) => one === values.killed);
    if (!part) throw new Error(usage);
    return runKilled(part, Number(values.minutes ?? 60));
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
