import { converterTo } from '#shared/performance/rules/rates.ts';

const day = '2026-11-20';

it('an amount of 0 and an amount of the same currency need no exchange rate, and any other amount does', () => {
  const converter = converterTo('USD', []);
  expect(converter.convert('EUR', day, '0')).toEqual({ currency: 'USD', value: '0' });
  expect(converter.convert('USD', day, '5')).toEqual({ currency: 'USD', value: '5' });
  expect(converter.missing).toEqual(new Map());
  converter.convert('EUR', day, '-0.01');
  expect(converter.missing).toEqual(new Map([['EUR', new Set([day])]]));
});

it('an amount is converted by the exchange rate of its own day and of the wanted currency', () => {
  const { convert } = converterTo('USD', [
    { day, from: 'EUR', to: 'GBP', rate: '3' },
    { day, from: 'EUR', to: 'USD', rate: '1.1' },
    { day: '2026-11-21', from: 'EUR', to: 'USD', rate: '1.2' },
    { day, from: 'USD', to: 'EUR', rate: '0.5' },
  ]);
  expect(convert('EUR', day, '10')).toEqual({ currency: 'USD', value: '11' });
  expect(convert('EUR', '2026-11-21', '10')).toEqual({ currency: 'USD', value: '12' });
});
