import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Executed } from '#test/kit/executed.ts';
import { functionsOf } from './functions.ts';
import type { TestMap } from './test-map.ts';

const perFunction = 4;
const capabilityOf = (path: string) => path.split('/').slice(0, 2).join('/');

/**
 * Each function has a few tests that say most about it. Most of what such a test executes is in the room of the
 * function, and the cheapest of equal tests comes first.
 */
export function makeMap(folder: string, commit: string): TestMap {
  const runs = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name): Executed => JSON.parse(readFileSync(join(folder, name), 'utf8')))
    .toSorted((a, b) => (a.test < b.test ? -1 : 1));
  const shares = runs.map(({ functions }) => {
    const sums = Map.groupBy(Object.entries(functions), ([path]) => capabilityOf(path));
    const counts = new Map(
      [...sums].map(([room, files]) => [room, files.flatMap(([, names]) => names).length]),
    );
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
    return { of: (path: string) => (counts.get(capabilityOf(path)) ?? 0) / all };
  });
  const executing = new Map<string, Map<string, Set<number>>>();
  const names = new Map<string, (at: number) => string>();
  for (const [index, { functions }] of runs.entries())
    for (const [path, starts] of Object.entries(functions)) {
      // A test of commands writes sources and removes them.
      if (!existsSync(path)) continue;
      const name = names.get(path) ?? functionsOf(path, readFileSync(path, 'utf8'));
      names.set(path, name);
      const file = executing.get(path) ?? new Map<string, Set<number>>();
      executing.set(path, file);
      for (const start of starts) {
        const key = name(start);
        file.set(key, (file.get(key) ?? new Set()).add(index));
      }
    }
  const files: TestMap['files'] = {};
  for (const [path, functions] of [...executing].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const rank = (index: number) => shares[index]?.of(path) ?? 0;
    const cost = (index: number) => runs[index]?.cpuSeconds ?? 0;
    files[path] = Object.fromEntries(
      [...functions].map(([name, indexes]) => [
        name,
        [...indexes].toSorted((a, b) => rank(b) - rank(a) || cost(a) - cost(b)).slice(0, perFunction),
      ]),
    );
  }
  return { commit, tests: runs.map(({ test, cpuSeconds }) => [test, cpuSeconds]), files };
}
