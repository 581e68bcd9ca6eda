import { existsSync, readFileSync } from 'node:fs';
import { chooser } from './choose.ts';
import { functionsOf } from './functions.ts';
import type { TestMap } from './test-map.ts';

const stop = 'shared/spend/rules/spend-stop.ts';
const tests: TestMap['tests'] = [
  ['test/spend/spend-stop.test.ts', 1],
  ['test/api/keys/read-keys.test.ts', 15],
  ['test/fuzz.test.ts', 30],
  ['test/groups.test.ts', 2],
];
const map = (files: TestMap['files']): TestMap => ({ commit: '', tests, files });
const placeOf = (path: string, text: string) => readFileSync(path, 'utf8').indexOf(text);

describe('the tests of a change', () => {
  it('are those that execute the changed function, and not those of its neighbours', () => {
    const path = 'test/map/functions.ts';
    const [first, second] = ['isFunction', 'isNode'];
    const choose = chooser(map({ [path]: { [first]: [1], [second]: [3] } }));
    const at = [placeOf(path, `const ${second} = (`) + `const ${second} = (`.length];
    expect(choose({ path, at })).toEqual(['test/groups.test.ts']);
    expect(choose({ path }).toSorted()).toEqual(['test/api/keys/read-keys.test.ts', 'test/groups.test.ts']);
  });

  it('begin with the test that has the name of the file', () => {
    expect(chooser(map({ [stop]: { '': [1, 0] } }))({ path: stop })[0]).toBe('test/spend/spend-stop.test.ts');
  });

  it('take at most 40 seconds of CPU', () => {
    const path = 'test/map/functions.ts';
    expect(chooser(map({ [path]: { '': [2, 1, 3] } }))({ path })).toEqual(['test/fuzz.test.ts', 'test/groups.test.ts']);
  });

  it('of a page of the console are those of its requests, its writes and its area', () => {
    expect(chooser(map({}))({ path: 'web/console/spend/import.tsx' })).toEqual(
      expect.arrayContaining(['test/console/wiring.test.ts', 'test/console/writes.test.ts', 'test/console/spend.test.ts']),
    );
  });

  it('of a file without functions are those of the files that import it', () => {
    const path = ['shared/spend', 'errors.ts'].join('/');
    const choose = chooser(map({ [stop]: { '': [1] }, 'shared/spend/undo-import.ts': { '': [3] } }));
    expect(choose({ path })).toContain('test/groups.test.ts');
  });

  it('of a test is the test, unless it was deleted', () => {
    const choose = chooser(map({}));
    expect(choose({ path: 'test/groups.test.ts' })).toEqual(['test/groups.test.ts']);
    expect(choose({ path: 'test/none.test.ts' })).toEqual([]);
  });
});

it('a function has the names of those around it, and one without a name is part of them', () => {
  const source = 'export const store = () => ({ read: (id) => ids.map((one) => one + id) });\nconst last = 1;';
  const nameAt = functionsOf('source.ts', source);
  expect([nameAt(source.indexOf('one + id')), nameAt(source.indexOf('{ read')), nameAt(source.indexOf('last'))]).toEqual([
    'store>read',
    'store',
    '',
  ]);
});

it('the examples of where a test is exist: docs/testing.md', () => {
  const page = readFileSync('docs/testing.md', 'utf8');
  const examples = [...page.matchAll(/^\|.*\| `(?!test)([^`]+\.ts)`, `([^`]+\.test\.ts)` \|$/gm)];
  expect(examples.length).toBeGreaterThan(7);
  expect(examples.flatMap((each) => each.slice(1)).filter((path) => !existsSync(path))).toEqual([]);
});
