import { converterTo, missingRates } from '#shared/performance/rules/rates.ts';

const day = '2026-11-20';

it('an amount of 0 and an amount of the same currency need no exchange rate, and any other amount does', () => {
  const unconverted = new Map<string, string>();
  const convert = (currency: string, value: string, figure = 'net') =>
    converterTo('USD', []).convert({ currency, day, figure }, value, unconverted);
  expect(convert('EUR', '0')).toEqual({ currency: 'USD', value: '0' });
  expect(convert('USD', '5')).toEqual({ currency: 'USD', value: '5' });
  expect(missingRates([unconverted])).toEqual(new Map());
  convert('EUR', '-0.01');
  convert('EUR', '0.01', 'spend');
  expect(missingRates([unconverted])).toEqual(new Map([['EUR', new Set([day])]]));
});

it('parts of an amount that cancel each other need no exchange rate', () => {
  const unconverted = new Map<string, string>();
  const { convert } = converterTo('USD', []);
  for (const value of ['5', '-5']) convert({ currency: 'EUR', day, figure: 'order_created' }, value, unconverted);
  expect(missingRates([unconverted])).toEqual(new Map());
});

it('an amount is converted by the exchange rate of its own day and of the wanted currency', () => {
  const converter = converterTo('USD', [
    { day, from: 'EUR', to: 'GBP', rate: '3' },
    { day, from: 'EUR', to: 'USD', rate: '1.1' },
    { day: '2026-11-21', from: 'EUR', to: 'USD', rate: '1.2' },
    { day, from: 'USD', to: 'EUR', rate: '0.5' },
  ]);
  const convert = (on: string) => converter.convert({ currency: 'EUR', day: on, figure: 'spend' }, '10', new Map());
  expect(convert(day)).toEqual({ currency: 'USD', value: '11' });
  expect(convert('2026-11-21')).toEqual({ currency: 'USD', value: '12' });
});
