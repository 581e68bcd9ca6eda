import { addNumbers, canonical, compareNumbers, significantDigits, sortableNumber } from '../src/numbers.ts';

const ordered = [
  '-9.9e125',
  '-1e125',
  '-1000000000000000001',
  '-1000000000000000000',
  '-12',
  '-11.5',
  '-2',
  '-1.1',
  '-1',
  '-0.1',
  '-1e-130',
  '0',
  '1e-130',
  '1e-9',
  '0.1',
  '0.11',
  '1',
  '1.1',
  '2',
  '9',
  '10',
  '11.5',
  '12',
  '999999999999999',
  '1000000000000000',
  '1000000000000000001',
  '1e38',
  '1e125',
  '9.9e125',
];

it('numbers are compared and sorted by their value, with each other number', () => {
  for (const [i, a] of ordered.entries())
    for (const [j, b] of ordered.entries()) {
      expect([a, b, Math.sign(compareNumbers(a, b))]).toEqual([a, b, Math.sign(i - j)]);
      const [x, y] = [sortableNumber(a), sortableNumber(b)];
      expect([a, b, x < y ? -1 : x > y ? 1 : 0]).toEqual([a, b, Math.sign(i - j)]);
    }
});

it.each([
  ['1.0', '1'],
  ['+1', '1'],
  ['-0', '0'],
  ['0.00', '0'],
  ['007', '7'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['1e3', '1000'],
  ['1E-3', '0.001'],
  ['-1.50e1', '-15'],
  ['-0.050', '-0.05'],
  ['123456789012345678901234567890.12345678', '123456789012345678901234567890.12345678'],
])('%s is the number %s', (text, expected) => expect(canonical(text)).toBe(expected));

it.each([
  ['1', '2', '3', '-1'],
  ['0.1', '0.2', '0.3', '-0.1'],
  ['999999999999999', '1', '1000000000000000', '999999999999998'],
  ['1e20', '1', '100000000000000000001', '99999999999999999999'],
  ['-1.5', '1.5', '0', '-3'],
])('%s and %s add up to %s, and differ by %s', (a, b, sum, difference) => {
  expect([addNumbers(a, b), addNumbers(a, b, -1)]).toEqual([sum, difference]);
});

const places = Array.from({ length: 37 }, (_, at) => 10n ** BigInt(at));
it.each(places.flatMap((place) => [place - 1n, place, -place, 2n * place - 1n]))(
  'the integer %i and its neighbours are compared, added and sorted exactly',
  (number) => {
    for (const other of [number - 1n, number, number + 1n, -number]) {
      const [a, b] = [String(number), String(other)];
      const order = number < other ? -1 : number > other ? 1 : 0;
      const [x, y] = [sortableNumber(a), sortableNumber(b)];
      expect([canonical(a), Math.sign(compareNumbers(a, b)), x < y ? -1 : x > y ? 1 : 0]).toEqual([a, order, order]);
      expect([addNumbers(a, b), addNumbers(a, b, -1)]).toEqual([String(number + other), String(number - other)]);
    }
  },
);

it.each([
  ['', 'cannot be converted'],
  ['.', 'cannot be converted'],
  ['1e', 'cannot be converted'],
  ['1x', 'cannot be converted'],
  ['1e126', 'overflow'],
  ['-1e126', 'overflow'],
  ['1e-131', 'underflow'],
  [`${'1'.repeat(39)}`, 'more than 38 significant digits'],
])('"%s" is no number: %s', (text, message) => expect(() => canonical(text)).toThrow(message));

it('digits up to 38 count without zeros at both ends', () => {
  expect(canonical('1'.repeat(38))).toBe('1'.repeat(38));
  expect(canonical(`${'1'.repeat(38)}000`)).toBe(`${'1'.repeat(38)}000`);
  for (const [text, digits] of [
    ['-0012.300', 3],
    ['100', 1],
    ['0.001', 1],
    ['10.01', 4],
  ] as const)
    expect([text, significantDigits(text)]).toEqual([text, digits]);
});
