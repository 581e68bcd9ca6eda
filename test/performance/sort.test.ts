import { comparePlaces, isPlaceOf, type Sort } from '#shared/performance/rules/sort.ts';

const place = (value: string | null, id = 'a') => ({ value, id });
const fields = { spend: ['9', '10.5'], campaign: ['10.5', '9'] } as const;

describe.each(Object.entries(fields))('rows sorted by %s', (field, [low, high]) => {
  const sort = (isDescending: boolean) => ({ field, isDescending }) as Sort;

  it.each([
    ['a lower value is first', place(low, 'b'), place(high), [-1, 1]],
    ['rows of equal values are in the order of their names', place(low, 'a'), place(low, 'b'), [-1, -1]],
    ['a row with an unknown value is last', place(low, 'b'), place(null, 'a'), [-1, -1]],
    ['rows with unknown values are in the order of their names', place(null), place(null, 'b'), [-1, -1]],
    ['a row is at its own place', place(low), place(low), [0, 0]],
  ])('%s', (_, a, b, [ascending, descending]) => {
    expect([comparePlaces(a, b, sort(false)), comparePlaces(a, b, sort(true))]).toEqual([ascending, descending]);
    const swapped = [comparePlaces(b, a, sort(false)), comparePlaces(b, a, sort(true))];
    expect(swapped.map((order) => 0 - order)).toEqual([ascending, descending]);
  });
});

it.each([
  ['spend', null, true],
  ['spend', '-12.5', true],
  ['spend', 'spring', false],
  ['campaign', 'spring', true],
] as const)('a cursor by %s may hold %s: %s', (field, value, expected) => {
  expect(isPlaceOf(place(value), { field, isDescending: true })).toBe(expected);
});
