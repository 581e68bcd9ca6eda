import { memoized } from '../src/memoized.ts';

it('a result is remembered until 2,000 others are, and each text has its own', () => {
  const find = vi.fn((text: string) => ({ text }));
  const remember = memoized(find);
  const first = remember('0');
  for (let at = 1; at < 2000; at++) expect(remember(String(at))).toEqual({ text: String(at) });
  expect(remember('0')).toBe(first);
  expect(remember('1999')).toBe(remember('1999'));
  expect(find).toHaveBeenCalledTimes(2000);
  remember('2000');
  expect(remember('0')).not.toBe(first);
  expect(find).toHaveBeenCalledTimes(2002);
});
