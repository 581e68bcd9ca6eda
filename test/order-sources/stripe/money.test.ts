import { isoMoney } from '#packages/node/src/amount.ts';
import { moneyOf, shareOf } from '#shared/order-sources/stripe/money.ts';
import { minorUnitDigits } from '#shared/values/currencies.ts';
import { decimalOf } from '#shared/values/decimal.ts';

describe("Stripe's units of money", () => {
  it.each([
    [2599, 'eur', '25.99'],
    [2500, 'usd', '25'],
    [5, 'usd', '0.05'],
    [500, 'jpy', '500'],
    [1148000, 'huf', '11480'],
    [80000, 'twd', '800'],
    [500, 'isk', '5'],
    [550, 'ugx', '5.5'],
    [500, 'mga', '500'],
    [5120, 'kwd', '5.12'],
    [5123, 'kwd', '5.123'],
    [500, 'krw', '500'],
    [99_999_999_999_999, 'idr', '999999999999.99'],
  ])('%i units of %s are %s', (units, currency, amount) => {
    expect(moneyOf({ units, currency })).toEqual({ amount, currency: currency.toUpperCase() });
  });

  it('every currency has the amount that the package for servers sends', () => {
    const currencies = Intl.supportedValuesOf('currency');
    expect(currencies.length).toBeGreaterThan(150);
    for (const currency of currencies) {
      const sent = isoMoney(123_400, 'stripe', currency);
      const value = 'value' in sent ? sent.value : `${sent.amount}e-${minorUnitDigits(currency)}`;
      expect(moneyOf({ units: 123_400, currency })).toEqual({ amount: decimalOf(value), currency });
    }
  });

  it.each([
    [3000, 4118, 4900, 2521],
    [1, 1, 2, 1],
    [1, 1, 3, 0],
    [99_999_999, 99_999_998, 99_999_999, 99_999_998],
    [100, 5, 0, 100],
    [100, 0, -5, 100],
  ])('%i units by %i of %i are %i', (units, part, whole, share) => {
    expect(shareOf(units, part, whole)).toBe(share);
  });
});
