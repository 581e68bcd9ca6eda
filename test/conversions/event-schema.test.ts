import { Value } from '#shared/conversions/event-schema.ts';
import { rawNumber } from '#shared/values/json.ts';

const problemOf = (value: unknown) => Value.safeParse(value).error?.issues.map(({ message }) => message);

describe('the problem of a value', () => {
  it.each<[unknown, string]>([
    ['-1', 'Negative values are not accepted'],
    [' -0.01\n', 'Negative values are not accepted'],
    [-1, 'Negative values are not accepted'],
    [rawNumber('-0.00000000000000001'), 'Negative values are not accepted'],
    ['1000000000000.01', 'At most 10^12'],
    ['9'.repeat(70), 'At most 10^12'],
    [`0.${'1'.repeat(21)}`, 'At most 20 decimals'],
    [`0.${'1'.repeat(70)}`, 'At most 20 decimals'],
    ['1,50', 'Input should be a valid number'],
    ['1e3', 'Input should be a valid number'],
    ['--1', 'Input should be a valid number'],
    ['-', 'Input should be a valid number'],
    ['', 'Input should be a valid number'],
    ['NaN', 'Input should be a valid number'],
    [true, 'Input should be a valid number'],
  ])('the problem of a value names its cause: %j', (value, message) => {
    expect(problemOf(value)).toEqual([message]);
  });

  it.each([
    ['-0', '0'],
    [-0, '0'],
    [' 25.90 ', '25.9'],
    [`5.${'0'.repeat(70)}`, '5'],
  ])('%j is a value', (value, decimal) => {
    expect(Value.parse(value)).toMatchObject({ decimal });
  });
});
