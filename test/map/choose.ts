import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, relative } from 'node:path';
import { functionsOf } from './functions.ts';
import { type TestMap, testsIn } from './test-map.ts';

/** `at` are places in the text, in UTF-16 units; without them the whole file is meant. */
export type Change = { path: string; at?: readonly number[] };

/** The budget of one change, in seconds of CPU: a test beyond it is left out, unless it is the first of its function. */
const budgetSeconds = 40;
/** A fault may be in these files, and the map has them. */
export const sources = (): string[] =>
  globSync(['shared', 'functions', 'lib', 'packages/*/src', 'web', 'bin'].map((place) => `${place}/**/*.{ts,tsx}`))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.d\.ts$|\/(test|dist|node_modules)\//.test(path));

const isTest = (path: string) => path.endsWith('.test.ts');

/** The tests of a change that say most about it come first. The budget of one change is `seconds`. */
export function chooser(map: TestMap, seconds: number = budgetSeconds): (change: Change) => string[] {
  const tests = globSync(['test/**/*.test.ts', 'packages/*/test/**/*.test.ts']).map((path) => path.replaceAll('\\', '/'));
  const texts = new Map<string, string>();
  const textOf = (path: string) => {
    const text = texts.get(path) ?? readFileSync(path, 'utf8');
    texts.set(path, text);
    return text;
  };
  const naming = (word: string) => tests.filter((path) => textOf(path).includes(word));
  const secondsOf = new Map(map.tests);

  function mapped({ path, at }: Change): string[] {
    const functions = map.files[path] ?? {};
    const nameAt = at && existsSync(path) ? functionsOf(path, textOf(path)) : () => '';
    const changed = [...new Set((at ?? []).map(nameAt))].map((name) => nearest(functions, name));
    const lists = changed.length > 0 && changed.every((list) => list.length > 0) ? changed : Object.values(functions);
    return inTurns(lists.map((list) => list.flatMap((index) => map.tests[index]?.[0] ?? [])));
  }

  /** Pages run in the browser, where nothing is recorded. */
  function byName(path: string): string[] {
    const names = path.startsWith('web/console/') ? ['wiring', 'writes', path.split('/')[2] ?? ''] : [];
    return [...names.map((name) => `test/console/${name}.test.ts`), ...naming(path)];
  }

  /** A file of types or constants has no function: what imports it executes it. */
  function byImporters(path: string): string[] {
    const seen = new Set([path]);
    let nearest = [path];
    while (nearest.length > 0) {
      const importers = sources().filter((file) => !seen.has(file) && nearest.some((one) => imports(textOf(file), file, one)));
      const recorded = inTurns(importers.map((file) => mapped({ path: file })));
      if (recorded.length > 0) return recorded;
      for (const file of importers) seen.add(file);
      nearest = importers;
    }
    return [];
  }

  return (change) => {
    if (isTest(change.path)) return existsSync(change.path) ? [change.path] : [];
    const base = basename(change.path).replace(/\.\w+$/, '');
    const own = tests.filter((test) => basename(test, '.test.ts') === base && haveRoom(test, change.path));
    const recorded = mapped(change);
    const rest = recorded.length > 0 ? recorded : [...byName(change.path), ...byImporters(change.path)];
    const chosen = [...new Set([...own, ...rest])];
    return withinBudget(
      chosen.filter((test) => tests.includes(test)),
      secondsOf,
      seconds,
    );
  };
}

const imports = (text: string, file: string, path: string): boolean =>
  text.includes(`#${path}'`) || text.includes(`'${relative(dirname(file), path).replace(/^(?!\.)/, './')}'`);

const kinds = new Set(['test', 'api', 'shared', 'functions', 'lib', 'packages', 'src', 'web', 'rules', 'store']);
const roomsOf = (path: string) => new Set(path.split('/').slice(0, -1)).difference(kinds);
const haveRoom = (test: string, path: string) => roomsOf(test).intersection(roomsOf(path)).size > 0;

/** A new function has no tests yet, so the one around it stands for it. */
function nearest(functions: Record<string, number[]>, name: string): readonly number[] {
  for (let path = name; path; path = path.split('>').slice(0, -1).join('>')) {
    const recorded = testsIn(functions, path);
    if (recorded.length > 0) return recorded;
  }
  return testsIn(functions, '');
}

function inTurns(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const ordered = Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list[turn] ?? []));
  return [...new Set(ordered.flat())];
}

function withinBudget(tests: readonly string[], secondsOf: ReadonlyMap<string, number>, budget: number): string[] {
  let sum = 0;
  return tests.filter((test, turn) => {
    const seconds = secondsOf.get(test) ?? 1;
    if (turn > 0 && sum + seconds > budget) return false;
    sum += seconds;
    return true;
  });
}
