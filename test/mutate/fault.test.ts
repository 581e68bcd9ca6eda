import { readFileSync } from 'node:fs';
import { faultsOf } from './fault.ts';
import { sources, testsOf } from './tests-of.ts';

const faulty = (source: string) =>
  faultsOf('source.ts', source).map(({ start, end, to }) => source.slice(0, start) + to + source.slice(end));

describe('the faults of `npm run mutate -- --random`', () => {
  it.each([
    ['a < b;', ['a <= b;']],
    ['x = !a && b;', [';', 'x = !a;', 'x = b;']],
    ['x(a ?? b);', [';', 'x(a);']],
    ['if (a) return;', ['if (!(a)) return;', '']],
    ['export const list = [a, b];', ['export const list = [b];', 'export const list = [a];']],
    ['export const one = { ...a };', ['export const one = {};']],
    ['export const one = { summary: 1 };', []],
    ['export const key = `${a}#${b}`;', ['export const key = `#${b}`;', 'export const key = `${a}#`;']],
    ['export type Key = 1 | 2;', []],
    ["export const is = '#a < :b';", ["export const is = '#a <= :b';"]],
    ['await a(b, c);', [';', 'a(b, c);', 'await a(c, b);']],
    ['export const last = 2;', ['export const last = 3;', 'export const last = 20;']],
    ['export const all = a.toSorted((x, y) => x);', ['export const all = a.toSorted((y, x) => x);']],
  ])('%s has its faults one at a time', (source, expected) => {
    expect(faulty(source)).toEqual(expected);
  });

  it('a test is found by the name of the code, as docs/testing.md says', () => {
    const page = readFileSync('docs/testing.md', 'utf8');
    const examples = [...page.matchAll(/^\|.*\| `(?!test)([^`]+\.ts)`, `([^`]+\.test\.ts)` \|$/gm)];
    expect(examples.length).toBeGreaterThan(7);
    for (const [, code = '', test] of examples) expect(testsOf(code), code).toContain(test);
  });

  it.each([
    ['the test of the only file that uses it', 'lib/cloud/constructs/watch.ts', '', 'infra/alarms'],
    [
      'the test that has the name of the function',
      'shared/api-keys/store/key-changes.ts',
      'const rotatedAt =',
      'api/keys/rotate-key',
    ],
    [
      'the tests of the form of stored items',
      'shared/event-log/store/event-log.ts',
      'slice(0, 22)',
      'store/stored-forms',
    ],
    ['the test that runs the command', 'bin/secret.ts', '', 'local/secret-changes'],
    ['the tests of what the command does', 'bin/move.ts', '', 'move/move'],
  ])('among the tests of a fault is %s', (_, code, place, test) => {
    const at = place ? readFileSync(code, 'utf8').indexOf(place) : undefined;
    expect(testsOf(code, at)).toContain(`test/${test}.test.ts`);
  });

  it('a fault is drawn from commands, too', () => {
    expect(sources()).toContain('bin/dev.ts');
  });
});
