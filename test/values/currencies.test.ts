import { minorUnitDigits } from '#shared/values/currencies.ts';

/** The display digits of Intl (Unicode CLDR) that differ from the minor units of ISO 4217, List One of 2024-06-25. */
const differsFromIntl: Record<string, number> = {
  ...{ AFN: 2, ALL: 2, COP: 2, HUF: 2, IDR: 2, IQD: 3, IRR: 2, KPW: 2, LAK: 2, LBP: 2, MGA: 2 },
  ...{ MMK: 2, PKR: 2, SLL: 2, SOS: 2, SYP: 2, YER: 2 },
};
const intlDigits = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;

it('the minor units of every currency are those of ISO 4217', () => {
  const currencies = Intl.supportedValuesOf('currency');
  expect(currencies.length).toBeGreaterThan(150);
  expect(currencies.map((currency) => [currency, minorUnitDigits(currency)])).toEqual(
    currencies.map((currency) => [currency, differsFromIntl[currency] ?? intlDigits(currency)]),
  );
});

it.each(['', '__proto__', 'JPYKRW', 'PY', 'XYZ'])('"%s" is no known currency, and has hundredths', (code) => {
  expect(minorUnitDigits(code)).toBe(2);
});
