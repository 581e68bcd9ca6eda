import { exchangeRatesIn } from '#shared/spend/store/exchange-rates.ts';
import { type Table, tableAt } from '#shared/store/table.ts';
import { newWorld } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

const accountId = 7;
const rate = (day: string, value: string | null) => ({ day, from: 'EUR', to: 'USD', rate: value });

it('exchange rates of one year that two requests set at once all stay', async () => {
  const { prefix } = await newWorld();
  const table = tableAt(`${prefix}attribution`, testDynamo());
  const rates = exchangeRatesIn(table);
  await rates.set(accountId, [rate('2026-11-18', '1.1')], []);
  let isFirst = true;
  const racing: Table = {
    ...table,
    async put(...args: Parameters<Table['put']>) {
      if (isFirst) {
        isFirst = false;
        await rates.set(accountId, [rate('2026-11-19', '1.2')], []);
      }
      await table.put(...args);
    },
  };
  await exchangeRatesIn(racing).set(accountId, [rate('2026-11-18', null), rate('2026-11-20', '1.3')], []);
  expect(await rates.between(accountId, '2026-01-01', '2026-12-31')).toEqual([
    rate('2026-11-19', '1.2'),
    rate('2026-11-20', '1.3'),
  ]);
});
