import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sources } from '#test/map/choose.ts';
import { compiling, type Drawn, draw } from './draw.ts';
import { mutations } from './mutations.ts';
import { promises } from './promises.ts';
import { firstFailure, placed, type WrittenFault } from './random.ts';
import { tiersOf } from './tiers.ts';
import { failuresIn, print, root, runTests, withCopy } from './tree.ts';
import { outcomeOf } from './written.ts';

/** The first failing test, null if none failed, and absent if it has not run. */
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

/** Runs what has not run yet until the minutes are over, and writes each outcome at once: the next call continues. */
export function runKilled(part: (typeof parts)[number], minutes: number): Promise<boolean> {
  const until = Date.now() + minutes * 60_000;
  const killed = readKilled();
  return withCopy(async (copy) => {
    const failsAlways = baseline(copy);
    const named = new Set(promises.map(({ mutation }) => mutation));
    for (const one of part === 'random' ? [] : mutations) {
      if (one.name in killed.written || (part === 'promises' && !named.has(one.name))) continue;
      if (Date.now() > until) return true;
      const { outcome, by } = await outcomeOf(copy, one);
      const isKilled = outcome === 'caught' && !(await failsAlways(by));
      killed.written[one.name] = isKilled ? by : null;
      writeKilled(killed);
      print(`${isKilled ? 'killed' : outcome} ${one.file}: ${one.name}\n    ${by}`);
    }
    if (part !== 'random') return true;
    if (killed.random.length === 0) {
      killed.random = await drawnMutants(copy, killed.seed);
      writeKilled(killed);
    }
    const tiers = tiersOf();
    for (const [i, mutant] of killed.random.entries()) {
      if (mutant.by !== undefined) continue;
      if (Date.now() > until) return true;
      const drawn = placed(mutant);
      const by = await firstFailure(copy, drawn, tiers(mutant.file, drawn.fault.start).touched);
      mutant.by = by && !(await failsAlways(by)) ? by : null;
      writeKilled(killed);
      print(`${i + 1}/${killed.random.length} ${mutant.by ? 'killed' : 'SURVIVED'} ${mutant.file}`);
    }
    return true;
  });
}

/** A test that also fails without a fault says nothing. Each file is run once for that. */
function baseline(copy: string): (by: string) => Promise<boolean> {
  const failures = new Map<string, Promise<string[]>>();
  return async (by) => {
    const path = /\S+\.test\.ts/.exec(by)?.[0];
    if (!path) return false;
    const failing =
      failures.get(path) ?? runTests(copy, [path], { bail: 0 }).then(({ output }) => failuresIn(output));
    failures.set(path, failing);
    return (await failing).includes(by);
  };
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
