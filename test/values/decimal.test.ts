import fc from 'fast-check';
import { addDecimals, decimalOf, decimalPlaces, money } from '#shared/values/decimal.ts';
import { cpuClock } from '#test/kit/cpu-clock.ts';

const decimal = (whole: number, places: number) =>
  fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** BigInt(whole) - 1n }), fc.integer({ min: 0, max: places }), fc.nat())
    .chain(([head, length]) =>
      fc
        .bigInt({ min: 0n, max: 10n ** BigInt(length) - 1n })
        .map((tail) => (length ? `${head}.${String(tail).padStart(length, '0')}` : `${head}`)),
    );
const scale = 40;
const scaled = (literal: string) => {
  const [whole = '', fraction = ''] = literal.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
};

describe('a JSON number as plain digits', () => {
  it.each([
    ['0', '0'],
    ['0.0', '0'],
    ['0e0', '0'],
    ['0e999', '0'],
    ['25.99', '25.99'],
    ['25.90', '25.9'],
    ['25.00', '25'],
    ['100', '100'],
    ['1e2', '100'],
    ['1E+2', '100'],
    ['1.5e3', '1500'],
    ['1.23456e2', '123.456'],
    ['123.456e-1', '12.3456'],
    ['123.456e-3', '0.123456'],
    ['123.456e-5', '0.00123456'],
    ['1e-20', `0.${'0'.repeat(19)}1`],
    ['1000e-3', '1'],
    ['0.1e1', '1'],
    ['0.001e2', '0.1'],
    ['1e12', '1000000000000'],
    ['1000000000000.00000000000000000001', '1000000000000.00000000000000000001'],
    [`1e1000`, `1${'0'.repeat(1000)}`],
  ])('%s is %s', (literal, digits) => {
    expect(decimalOf(literal)).toBe(digits);
  });

  it.each(['', '-1', '+1', '.5', '5.', '1e', 'NaN', 'Infinity', '0x10', '1_000', '1,5', ' 1', '1e1001', '1e-1001', `1e${'9'.repeat(400)}`])(
    'a JSON number as plain digits refuses %j',
    (literal) => {
      expect(() => decimalOf(literal)).toThrow(RangeError);
    },
  );

  it('a JSON number as plain digits is the same number for any number written as JSON, with a canonical form', () => {
    fc.assert(
      fc.property(decimal(15, 20), fc.integer({ min: -15, max: 15 }), (literal, exponent) => {
        const shifted = decimalOf(`${literal}e${exponent}`);
        const [up, down] = exponent >= 0 ? [10n ** BigInt(exponent), 1n] : [1n, 10n ** BigInt(-exponent)];
        expect(scaled(shifted) * down).toBe(scaled(literal) * up);
        expect(shifted).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
      }),
    );
  });

  it('a JSON number as plain digits takes time in proportion to its length', () => {
    const started = cpuClock();
    expect(decimalOf(`0.${'0'.repeat(500_000)}1${'0'.repeat(500_000)}`)).toHaveLength(500_003);
    expect(decimalOf(`1${'0'.repeat(500_000)}1`)).toHaveLength(500_002);
    expect(cpuClock() - started).toBeLessThan(200);
  });
});

describe('a sum', () => {
  it('a sum is exact where floats are not', () => {
    expect(addDecimals('0.1', '0.2')).toBe('0.3');
    expect(addDecimals('0.05', '0.95')).toBe('1');
    expect(addDecimals('1000000000000', '0.00000000000000000001')).toBe('1000000000000.00000000000000000001');
    expect(addDecimals('999999999999999999.99999999999999999999', '0.00000000000000000001')).toBe('1000000000000000000');
  });

  it('a sum equals that of whole numbers, in any order', () => {
    fc.assert(
      fc.property(fc.array(decimal(18, 20), { minLength: 1, maxLength: 20 }), (literals) => {
        const values = literals.map(decimalOf);
        const sum = values.reduce(addDecimals);
        expect(scaled(sum)).toBe(values.map(scaled).reduce((a, b) => a + b));
        expect(values.toReversed().reduce(addDecimals)).toBe(sum);
        expect(sum).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
      }),
    );
  });
});

describe('money', () => {
  it.each([
    ['0', '0.00'],
    ['5', '5.00'],
    ['25.9', '25.90'],
    ['25.99', '25.99'],
    ['0.001', '0.001'],
    ['1000000000000', '1000000000000.00'],
  ])('%s is written %s', (value, text) => {
    expect(money(value)).toBe(text);
  });

  it('money has at least two decimals, never fewer than there are, and the same value', () => {
    fc.assert(
      fc.property(decimal(18, 20).map(decimalOf), (value) => {
        const text = money(value);
        expect(decimalOf(text)).toBe(value);
        expect(decimalPlaces(text)).toBe(Math.max(2, decimalPlaces(value)));
      }),
    );
  });
});
