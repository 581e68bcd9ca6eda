import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sources } from '#test/map/choose.ts';
import { readMap } from '#test/map/test-map.ts';
import { changed, compiling, type Drawn, draw } from './draw.ts';
import { mutated, testFile } from './mutation.ts';
import { mutations } from './mutations.ts';
import { promises } from './promises.ts';
import { placed, type WrittenFault } from './random.ts';
import { switched } from './switched.ts';
import { tiersOf } from './tiers.ts';
import { print, root, withChange, withCopy } from './tree.ts';
import { hangs, warmRunner } from './warm-runner.ts';
import { isBroken } from './written.ts';

/** The tests that execute the line cost more than the budget, and those within it did not fail. */
const beyondBudget = 'not within 20 s';
const mostSeconds = 20;
/** So many outcomes are lost at most when a run is killed. */
const windowSize = 24;
/** The tests of a mutant that cost more run alone, where the first failure ends them. */
const mostSecondsTogether = 20;

/** The first failing test, null if none of all failed, and absent if it has not run. */
type Killer = string | null;
type RandomMutant = WrittenFault & { by?: Killer };
type Killed = { written: Record<string, Killer>; seed: string; random: RandomMutant[] };

export const parts = ['promises', 'written', 'random'] as const;
const randomCount = 500;
const file = fileURLToPath(new URL('killed.json', import.meta.url));

export const readKilled = (): Killed => JSON.parse(readFileSync(file, 'utf8'));

function writeKilled({ written, seed, random }: Killed): void {
  const lines = (texts: readonly string[]) => texts.join(',\n');
  const names = mutations.map(({ name }) => name).filter((name) => name in written);
  writeFileSync(
    file,
    `{"written":{
${lines(names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(written[name])}`))}
},"seed":${JSON.stringify(seed)},"random":[
${lines(random.map((mutant) => JSON.stringify(mutant)))}
]}
`,
  );
}

type Mutant = {
  name: string;
  change: (text: string) => string;
  file: string;
  /** The tests that it names come first. */
  declared: readonly string[];
  only?: string | undefined;
  at: number;
  note: (by: Killer) => void;
};

/** Runs what has not run yet until the minutes are over, and writes each outcome at once: the next call continues. */
export function runKilled(part: (typeof parts)[number], minutes: number): Promise<boolean> {
  const until = Date.now() + minutes * 60_000;
  const killed = readKilled();
  return withCopy(async (copy) => {
    if (part === 'random' && killed.random.length === 0) {
      killed.random = await drawnMutants(copy, killed.seed);
      writeKilled(killed);
    }
    const inBudget = budgeted();
    const open = part === 'random' ? randomMutants(killed) : writtenMutants(killed, part === 'promises');
    const costs = new Map(open.map((mutant) => [mutant, inBudget(mutant).firstSeconds]));
    open.sort((a, b) => (costs.get(a) ?? 0) - (costs.get(b) ?? 0));
    print(`${open.length} mutants have not run.`);
    const runner = await warmRunner(copy);
    const passing = new Set<string>();
    const note = (mutant: Mutant, by: Killer) => {
      mutant.note(by);
      writeKilled(killed);
      print(`${by ?? 'SURVIVED'}\n    ${mutant.file}: ${mutant.name}`);
    };
    for (let at = 0; at < open.length && Date.now() < until; at += windowSize) {
      const window = open.slice(at, at + windowSize);
      const { judged, later } = await killedInOneProcess(runner, copy, window, inBudget);
      open.push(...later);
      for (const [mutant, by] of judged) note(mutant, by);
      const kills: { mutant: Mutant; by: string }[] = [];
      for (const mutant of window) {
        if (judged.has(mutant) || later.has(mutant)) continue;
        if (Date.now() > until) break;
        const { by, cpuSeconds } = await killerOf(runner, copy, mutant, inBudget(mutant));
        print(`alone, ${cpuSeconds.toFixed(1)} s`);
        if (by !== null && by !== beyondBudget) kills.push({ mutant, by });
        else note(mutant, by);
      }
      const failing = await failingWithoutFault(runner, kills, passing);
      for (const { mutant, by } of kills)
        if (failing.has(by)) print(`FAILS WITHOUT A FAULT ${by}`);
        else note(mutant, by);
    }
    await runner.close();
    return true;
  });
}

function writtenMutants(killed: Killed, isPromises: boolean): Mutant[] {
  const named = new Set(promises.map(({ mutation }) => mutation));
  return mutations
    .filter(({ name }) => !(name in killed.written) && (!isPromises || named.has(name)))
    .map((one) => ({
      ...one,
      change: (text) => mutated(one, text),
      declared: one.tests.map(testFile),
      at: readFileSync(join(root, one.file), 'utf8').indexOf(one.edits[0]?.from ?? ''),
      note: (by) => {
        killed.written[one.name] = by;
      },
    }));
}

const randomMutants = ({ random }: Killed): Mutant[] =>
  random
    .filter(({ by }) => by === undefined)
    .map((mutant) => {
      const { file, fault } = placed(mutant);
      return {
        name: `${mutant.harm}: ${mutant.from.trim()} -> ${mutant.to.trim()}`,
        file,
        change: (text) => changed(fault, text),
        declared: [],
        at: fault.start,
        note: (by) => {
          mutant.by = by;
        },
      };
    });

type InBudget = {
  tests: string[];
  isCut: boolean;
  /** The mutant names these tests, or else its first test counts. */
  firstSeconds: number;
  secondsOf: ReadonlyMap<string, number>;
};

/** The tests that a mutant names come before the tests that execute its line, the cheapest first, within the budget. */
function budgeted(): (mutant: Mutant) => InBudget {
  const secondsOf = new Map(readMap().tests);
  const tiers = tiersOf();
  const cheapestFirst = (tests: readonly string[]) => tests.toSorted((a, b) => (secondsOf.get(a) ?? 1) - (secondsOf.get(b) ?? 1));
  return ({ file, at, declared }) => {
    const all = [...new Set([...cheapestFirst(declared), ...cheapestFirst(tiers(file, at).all)])];
    let sum = 0;
    const tests = all.filter((test, i) => {
      const seconds = secondsOf.get(test) ?? 1;
      if (i > 0 && sum + seconds > mostSeconds) return false;
      sum += seconds;
      return true;
    });
    const first = declared.length > 0 ? declared : tests.slice(0, 1);
    const firstSeconds = first.reduce((all, test) => all + (secondsOf.get(test) ?? 1), 0);
    return { tests, isCut: tests.length < all.length, firstSeconds, secondsOf };
  };
}

type Runner = Awaited<ReturnType<typeof warmRunner>>;

/**
 * Mutated functions are added to their files, and one process runs the tests of each mutant in turn. A mutant is not judged if
 * its code was not executed there, or if its test also fails without a mutant in that process.
 */
async function killedInOneProcess(
  runner: Runner,
  copy: string,
  window: readonly Mutant[],
  inBudget: (mutant: Mutant) => InBudget,
): Promise<{ judged: Map<Mutant, Killer>; later: Set<Mutant> }> {
  const [judged, later, texts] = [new Map<Mutant, Killer>(), new Set<Mutant>(), new Map<string, string>()];
  const batch: (InBudget & Pick<Mutant, 'declared' | 'only'> & { id: number; mutant: Mutant; isAll: boolean })[] = [];
  for (const [file, mutants] of Map.groupBy(window, (one) => one.file)) {
    // Pages and the pixel are built, and run in a browser.
    if (file.startsWith('web/') || file.endsWith('.tsx')) continue;
    const source = readFileSync(join(root, file), 'utf8');
    const ids = mutants.map((mutant) => ({ id: window.indexOf(mutant) + 1, text: mutant.change(source) }));
    const {
      text,
      ids: chosen,
      overlapping,
    } = switched(
      file,
      source,
      ids.filter(({ id }) => inBudget(window[id - 1] as Mutant).firstSeconds <= mostSecondsTogether),
    );
    if (chosen.length > 0) texts.set(file, text);
    for (const id of overlapping) later.add(window[id - 1] as Mutant);
    for (const id of chosen) {
      const mutant = window[id - 1] as Mutant;
      const { declared, only } = mutant;
      const budget = inBudget(mutant);
      const tests = budget.tests.filter((test) => declared.length === 0 || declared.includes(test));
      batch.push({
        ...budget,
        id,
        mutant,
        declared,
        only,
        tests,
        isAll: tests.length === budget.tests.length,
      });
    }
  }
  if (batch.length === 0) return { judged, later };
  let result: Awaited<ReturnType<Runner['runBatch']>>;
  try {
    for (const [file, text] of texts) writeFileSync(join(copy, file), text);
    result = await runner.runBatch(batch, batch[0]?.secondsOf ?? new Map());
  } finally {
    for (const file of texts.keys()) writeFileSync(join(copy, file), readFileSync(join(root, file), 'utf8'));
  }
  const { failures, ran, cpuSeconds } = result;
  const failing = new Set(failures.filter(({ id }) => id === 0).map(({ by }) => by));
  for (const { id, mutant, isCut, isAll } of batch) {
    const first = failures.find((one) => one.id === id);
    if (first && (failing.has(first.by) || first.by.endsWith(hangs))) continue;
    if (first) judged.set(mutant, first.by);
    else if (isAll && ran.has(id)) judged.set(mutant, isCut ? beyondBudget : null);
    if (first && isBroken(first.message)) print(`BROKEN? ${first.message}`);
  }
  print(`${judged.size} of ${window.length} in one process, ${cpuSeconds.toFixed(1)} s; ${later.size} later`);
  return { judged, later };
}

async function killerOf(
  runner: Runner,
  copy: string,
  { file, change, declared, only }: Mutant,
  { tests, isCut, secondsOf }: InBudget,
): Promise<{ by: Killer; cpuSeconds: number }> {
  const named = only ? tests.filter((test) => declared.includes(test)) : tests;
  return await withChange(copy, file, change, async () => {
    let { failures, cpuSeconds } = await runner.run(named, { only, secondsOf });
    if (failures.length === 0 && named.length < tests.length) {
      const rest = await runner.run(
        tests.filter((test) => !named.includes(test)),
        { secondsOf },
      );
      failures = rest.failures;
      cpuSeconds += rest.cpuSeconds;
    }
    const [first] = failures;
    if (first && isBroken(first.message)) print(`BROKEN? ${first.message}`);
    return { by: first?.by ?? (isCut ? beyondBudget : null), cpuSeconds };
  });
}

/** A test that also fails without a fault says nothing. The files of a window run once for that, in one process. */
async function failingWithoutFault(runner: Runner, kills: readonly { by: string }[], passing: Set<string>): Promise<Set<string>> {
  const files = new Set(kills.flatMap(({ by }) => /\S+\.test\.ts/.exec(by) ?? []));
  const unknown = [...files.difference(passing)];
  if (unknown.length === 0) return new Set();
  const { failures } = await runner.run(unknown, { isWhole: true });
  const failed = new Set(failures.map(({ by }) => by));
  for (const file of files) if (![...failed].some((by) => by.startsWith(file))) passing.add(file);
  return failed;
}

async function drawnMutants(copy: string, seed: string): Promise<RandomMutant[]> {
  const candidates = draw(sources(), seed)
    .take(randomCount * 2)
    .toArray();
  return (await compiling(copy, candidates)).slice(0, randomCount).map(written);
}

/** With as many whole lines as make `from` the only one in its file. */
function written({ file, fault }: Drawn): RandomMutant {
  const text = readFileSync(join(root, file), 'utf8');
  let [start, end] = [fault.start, fault.end];
  while (start === end || text.split(text.slice(start, end)).length !== 2) {
    start = text.lastIndexOf('\n', start - 2) + 1;
    const next = text.indexOf('\n', end + 1);
    end = next < 0 ? text.length : next;
  }
  const to = text.slice(start, fault.start) + fault.to + text.slice(fault.end, end);
  return { file, from: text.slice(start, end), to, harm: fault.kind };
}
