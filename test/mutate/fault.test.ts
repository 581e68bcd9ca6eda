import { readFileSync } from 'node:fs';
import { faultsOf } from './fault.ts';
import { testsOf } from './tests-of.ts';

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
});
