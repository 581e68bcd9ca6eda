import { isKnownNetwork, withNetwork } from '#shared/accounts/rules/known-networks.ts';
import { days } from '#shared/values/durations.ts';
import { tryEdges } from '#test/kit/edges.ts';

const now = Date.parse('2026-11-20T00:00:00Z');
const daysAgo = (count: number) => now - days(count);

tryEdges([
  {
    limit: 'days after which a network is unknown',
    value: 31,
    outcomeOf: (age) => [isKnownNetwork({ a: daysAgo(age) }, 'a', now), isKnownNetwork({ a: daysAgo(age) }, 'b', now)],
    outcomes: [
      [true, false],
      [false, false],
      [false, false],
    ],
  },
  {
    limit: 'days after which another network is forgotten',
    value: 31,
    outcomeOf: (age) => Object.keys(withNetwork({ a: daysAgo(age) }, 'b', now) ?? {}),
    outcomes: [['b', 'a'], ['b'], ['b']],
  },
  {
    limit: 'hours after which the use of a network is noted again',
    value: 24,
    outcomeOf: (age) => withNetwork({ a: now - age * 3_600_000 }, 'a', now),
    outcomes: [null, { a: now }, { a: now }],
  },
]);

it('the twenty networks used last are known', () => {
  const known = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`n${at}`, daysAgo(2 + ((at * 7) % 20))]));
  const after = Object.keys(withNetwork(known, 'new', now) ?? {});
  const oldest = Object.entries(known).toSorted(([, a], [, b]) => a - b)[0]?.[0];
  expect(after).toHaveLength(20);
  expect(after[0]).toBe('new');
  expect(after).not.toContain(oldest);
  expect(Object.keys(withNetwork(undefined, 'new', now) ?? {})).toEqual(['new']);
});
