import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Executed } from '#test/kit/executed.ts';
import { functionsOf } from './functions.ts';
import { type TestMap, testsIn } from './test-map.ts';

const perFunction = 4;
/** Tests that cost next to nothing come in addition. */
const cheapSeconds = 0.5;
const mostCheap = 4;
/** `functions/api/spend`, `shared/spend` */
const roomOf = (path: string) =>
  path
    .split('/')
    .slice(0, path.startsWith('functions/') ? 3 : 2)
    .join('/');

/**
 * Each function has a few tests that say most about it. Most of what such a test executes is in the room of the
 * function, and the cheapest of equal tests comes first.
 */
export function makeMap(folder: string, commit: string): TestMap {
  const runs = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name): Executed => JSON.parse(readFileSync(join(folder, name), 'utf8')))
    // A test of commands writes tests and removes them.
    .filter(({ test }) => existsSync(test))
    .toSorted((a, b) => (a.test < b.test ? -1 : 1));
  const shares = runs.map(({ functions }) => {
    const sums = Map.groupBy(Object.entries(functions), ([path]) => roomOf(path));
    const counts = new Map([...sums].map(([room, files]) => [room, files.flatMap(([, names]) => names).length]));
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
    return { of: (path: string) => (counts.get(roomOf(path)) ?? 0) / all };
  });
  const executing = new Map<string, Map<string, Set<number>>>();
  const names = new Map<string, (at: number) => string>();
  for (const [index, { functions }] of runs.entries())
    for (const [path, starts] of Object.entries(functions)) {
      // It also writes sources.
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
        mostTelling(
          [...indexes].toSorted((a, b) => rank(b) - rank(a) || cost(a) - cost(b)),
          cost,
        ),
      ]),
    );
  }
  return { commit, tests: runs.map(({ test, cpuSeconds }) => [test, cpuSeconds]), files };
}

function mostTelling(ranked: readonly number[], cost: (index: number) => number): number[] {
  const cheap = ranked.slice(perFunction).filter((index) => cost(index) <= cheapSeconds);
  return [...ranked.slice(0, perFunction), ...cheap.slice(0, mostCheap)];
}

/** The tests of a run of some files stand before the tests of the earlier map, whose age stays. */
export function mergedMap(earlier: TestMap, later: TestMap): TestMap {
  const again = new Set(later.tests.map(([test]) => test));
  const isKept = (test: string) => !again.has(test) && existsSync(test);
  const tests = [...later.tests, ...earlier.tests.filter(([test]) => isKept(test))];
  const places = new Map(tests.map(([test], place) => [test, place]));
  const placesIn = (map: TestMap, indexes: readonly number[]) =>
    indexes.flatMap((index) => {
      const test = map.tests[index]?.[0] ?? '';
      return map === later || isKept(test) ? (places.get(test) ?? []) : [];
    });
  const files: TestMap['files'] = {};
  for (const path of new Set([...Object.keys(earlier.files), ...Object.keys(later.files)].toSorted())) {
    if (!existsSync(path)) continue;
    const [before = {}, after = {}] = [earlier.files[path], later.files[path]];
    const named = [...new Set([...Object.keys(after), ...Object.keys(before)])].map((name) => {
      const all = [...placesIn(later, testsIn(after, name)), ...placesIn(earlier, testsIn(before, name))];
      return [name, mostTelling(all, (place) => tests[place]?.[1] ?? 0)] as const;
    });
    files[path] = Object.fromEntries(named.filter(([, all]) => all.length > 0));
  }
  return { commit: earlier.commit, tests, files };
}

/** A run of all tests has none of the night, so those keep their part of the earlier map. */
export const renewedMap = (earlier: TestMap, later: TestMap): TestMap => ({
  ...mergedMap(earlier, later),
  commit: later.commit,
});
