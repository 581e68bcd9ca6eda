import { addKnown, mainCurrencyOf, moneyIn, noSums } from '#shared/performance/rules/sums.ts';

const sumsOf = (byCurrency: Record<string, object>) => {
  const sums = noSums();
  for (const [currency, fields] of Object.entries(byCurrency)) Object.assign(moneyIn(sums, currency), fields);
  return sums;
};

it.each([
  ['no currency', {}, undefined],
  ['value alone', { EUR: { value: '5' } }, 'EUR'],
  ['spend of 0', { EUR: { spend: '0' } }, 'EUR'],
  ['spend in the second of two currencies', { EUR: { value: '5' }, USD: { spend: '1' } }, 'USD'],
  ['spend in the first of two currencies', { EUR: { spend: '1' }, USD: { value: '5' } }, 'EUR'],
])('sums with %s', (_, byCurrency, main) => {
  const sums = sumsOf(byCurrency);
  expect(mainCurrencyOf(sums)).toBe(main);
});

it.each([
  [null, null, null],
  [null, 2, 2],
  [1, null, 1],
  [1, 2, 3],
])('%s and %s are %s', (a, b, sum) => {
  expect(addKnown(a, b)).toBe(sum);
});
