import { nearest } from '#packages/cli/src/nearest.ts';

it.each([
  ['limt', ['client', 'limit', 'list'], 'limit'],
  ['lists', ['lifts-up', 'list'], 'list'],
  ['Time_Zone', ['time', 'time-zone'], 'time-zone'],
  ['campaingn', ['channel', 'campaign'], 'campaign'],
  ['abcdef', ['abcxyz'], 'abcxyz'],
  ['abcdefgh', ['abcdwxyz'], undefined],
  ['ab', ['xy'], undefined],
  ['ab', ['ay'], 'ay'],
  ['x', [], undefined],
  ['a'.repeat(64), ['a'.repeat(63)], 'a'.repeat(63)],
  ['a'.repeat(65), ['a'.repeat(64)], undefined],
])('the name nearest to %s in %j is %s', (name, known, expected) => {
  expect(nearest(name, known)).toBe(expected);
});
