import { sources } from '#test/map/choose.ts';
import { faultsOf } from './fault.ts';

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

  it('a fault is drawn from commands, too', () => {
    expect(sources()).toContain('bin/dev.ts');
  });
});
