import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooser, sources } from '#test/map/choose.ts';
import { readMap } from '#test/map/test-map.ts';
import { changed, compiling, type Drawn, draw } from './draw.ts';
import type { Fault } from './fault.ts';
import { type Tiers, tiersOf } from './tiers.ts';
import { failuresIn, print, root, runTests, withChange, withCopy } from './tree.ts';

/** `from` occurs once in the file. */
export type WrittenFault = { file: string; from: string; to: string; harm: string };

const timeout = 600_000;
const tierNames = ['touched', 'quick', 'all'] as const;

export function runRandom(of: { count: number; seed: string; words: readonly string[] }): Promise<boolean> {
  const places = sources().filter((file) => of.words.length === 0 || of.words.some((word) => file.includes(word)));
  return withCopy(async (copy) => {
    const candidates = draw(places, of.seed)
      .take(of.count * 2)
      .toArray();
    const drawn = (await compiling(copy, candidates)).slice(0, of.count);
    print(`Seed ${of.seed}: ${drawn.length} faults in ${places.length} files.`);
    return await judged(copy, drawn);
  });
}

/** The recorded run of the map has the costs, so no test runs. */
export function printCosts({ count, seed }: { count: number; seed: string }): void {
  const map = readMap();
  const [secondsOf, choose] = [new Map(map.tests), chooser(map)];
  const costs = [...draw(sources(), seed).take(count)]
    .map(({ file, fault }) => {
      const tests = choose({ path: file, at: [fault.start] });
      return { file, tests, seconds: tests.reduce((sum, test) => sum + (secondsOf.get(test) ?? 0), 0) };
    })
    .toSorted((a, b) => a.seconds - b.seconds);
  for (const { file, tests, seconds } of costs) print(`${seconds.toFixed(1)} s  ${file}: ${tests.join(' ')}`);
  const median = costs[Math.floor(costs.length / 2)]?.seconds ?? 0;
  print(`Median of ${costs.length} changes of one rule: ${median.toFixed(1)} s of CPU.`);
}

export function placed({ file, from, to, harm }: WrittenFault): Drawn {
  const [before = '', ...rest] = readFileSync(join(root, file), 'utf8').split(from);
  if (rest.length !== 1) throw new Error(`${file}: "${from}" occurs ${rest.length} times.`);
  return { file, fault: { start: before.length, end: before.length + from.length, to, kind: harm } };
}

/** The faults of a JSON file are run, or the faults whose path has one of the words. */
export function runWritten(path: string, words: readonly string[]): Promise<boolean> {
  const written: WrittenFault[] = JSON.parse(readFileSync(path, 'utf8'));
  const chosen = written.filter(({ file }) => words.length === 0 || words.some((word) => file.includes(word)));
  return withCopy((copy) => judged(copy, chosen.map(placed)));
}

/** The first failing test of the fault, or none. */
export const firstFailure = async (copy: string, { file, fault }: Drawn, tests: readonly string[]): Promise<string | undefined> => {
  if (tests.length === 0) return undefined;
  const { isGreen, output } = await withChange(
    copy,
    file,
    (text) => changed(fault, text),
    () => runTests(copy, tests, { timeout }),
  );
  return isGreen ? undefined : (failuresIn(output)[0] ?? 'a test that hangs');
};

/** The cheapest tests run first. A test that has run without a failure does not run again for the next tier. */
async function noticedIn(copy: string, drawn: Drawn, { touched, quick, all }: Tiers) {
  const failure = (tests: readonly string[]) => firstFailure(copy, drawn, tests);
  const both = await failure(touched.filter((test) => quick.includes(test)));
  if (both) return { touched: both, quick: both, all: both };
  const byTouched = await failure(touched.filter((test) => !quick.includes(test)));
  const byQuick = await failure(quick.filter((test) => !touched.includes(test)));
  const rest = all.filter((test) => !touched.includes(test) && !quick.includes(test));
  return { touched: byTouched, quick: byQuick, all: byTouched ?? byQuick ?? (await failure(rest)) };
}

const fileOf = (failure: string) => /\S+\.test\.ts/.exec(failure)?.[0];

async function judged(copy: string, drawn: readonly Drawn[]): Promise<boolean> {
  const tiers = tiersOf();
  const outcomes: Awaited<ReturnType<typeof noticedIn>>[] = [];
  for (const [i, one] of drawn.entries()) {
    const { file, fault } = one;
    const startedAt = performance.now();
    const by = await noticedIn(copy, one, tiers(file, fault.start));
    outcomes.push(by);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const text = readFileSync(join(root, file), 'utf8');
    const line = text.slice(0, fault.start).split('\n').length;
    const names = tierNames.filter((name) => by[name]);
    const word = names.length > 0 ? `noticed by ${names.join(', ')}` : 'UNNOTICED';
    print(`${i + 1}/${drawn.length} ${word} ${seconds} s ${file}:${line} ${fault.kind}`);
    print(shown(fault, text));
    for (const failure of new Set(Object.values(by))) if (failure) print(`    ${failure}`);
  }
  const failures = outcomes.flatMap((by) => Object.values(by)).filter((failure) => failure !== undefined);
  const files = new Set(failures.flatMap((failure) => fileOf(failure) ?? []));
  const baseline = files.size > 0 ? await runTests(copy, [...files], { bail: 0 }) : undefined;
  const alwaysFailing = failuresIn(baseline?.output ?? '');
  for (const failure of new Set(failures)) if (alwaysFailing.includes(failure)) print(`Fails without a fault: ${failure}`);
  const noticed = (name: keyof Tiers) => outcomes.filter((by) => by[name] && !alwaysFailing.includes(by[name])).length;
  print(`Of ${drawn.length} are noticed: ${tierNames.map((name) => `${noticed(name)} by ${name}`).join(', ')}`);
  return noticed('all') === drawn.length;
}

function shown(fault: Fault, text: string): string {
  const from = text.lastIndexOf('\n', fault.start - 1) + 1;
  const until = text.indexOf('\n', fault.end);
  const lines = (of: string, sign: string) =>
    of
      .split('\n')
      .slice(0, 12)
      .map((line) => `    ${sign} ${line}`)
      .join('\n');
  const before = text.slice(from, until);
  const after = text.slice(from, fault.start) + fault.to + text.slice(fault.end, until);
  return `${lines(before, '-')}\n${lines(after, '+')}`;
}
