import { minorUnitDigits } from '#shared/values/currencies.ts';

/** The display digits of Intl (Unicode CLDR) that differ from the minor units of ISO 4217, List One of 2024-06-25. */
const differsFromIntl: Record<string, number> = {
  AFN: 2,
  ALL: 2,
  COP: 2,
  HUF: 2,
  IDR: 2,
  IQD: 3,
  IRR: 2,
  KPW: 2,
  LAK: 2,
  LBP: 2,
  MGA: 2,
  MMK: 2,
  PKR: 2,
  SLL: 2,
  SOS: 2,
  SYP: 2,
  YER: 2,
};
/** ISO 4217 also has codes of funds, which Intl does not list, but formats. */
const funds = ['BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'USN', 'UYI', 'UYW'];
const intlDigits = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;

it('the minor units of every currency are those of ISO 4217', () => {
  const currencies = [...new Set([...Intl.supportedValuesOf('currency'), ...funds])];
  expect(currencies.length).toBeGreaterThan(160);
  expect(currencies.map((currency) => [currency, minorUnitDigits(currency)])).toEqual(
    currencies.map((currency) => [currency, differsFromIntl[currency] ?? intlDigits(currency)]),
  );
});

it.each(['', '__proto__', 'JPYKRW', 'PY', 'XYZ'])('"%s" is no known currency, and has hundredths', (code) => {
  expect(minorUnitDigits(code)).toBe(2);
});
