import { exchangeRatesIn, maxPairYears } from '#shared/spend/store/exchange-rates.ts';
import { type Table, tableAt } from '#shared/store/table.ts';
import { dayAfter } from '#shared/values/zone-calendar.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';
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
  expect(await rates.between(accountId, '2026-01-01', '2026-12-31')).toEqual([rate('2026-11-19', '1.2'), rate('2026-11-20', '1.3')]);
});

const currencies = Intl.supportedValuesOf('currency').filter((code) => code !== 'USD');
const pairsOf = (count: number, day = '2026-11-20') => currencies.slice(0, count).map((from) => ({ day, from, to: 'USD', rate: '1.5' }));

it('5,000 rates of as many pairs as an account has are set in one read and a bounded number of writes', async () => {
  const app = await startApp(await newWorld());
  const owner = await newAdvertiser(app);
  const rates = Array.from({ length: 5000 }, (_, at) => ({
    day: dayAfter('2026-01-01', Math.floor(at / maxPairYears)),
    to: 'USD',
    rate: `1.${at}`,
    from: currencies[at % maxPairYears] ?? '',
  }));
  const earlier = app.calls.length;
  bodyOf(await app.spend.setExchangeRates({ body: { rates }, headers: owner.headers }));
  const calls = app.calls.slice(earlier).filter(({ table }) => table === 'attribution');
  expect(calls.length).toBeLessThanOrEqual(maxPairYears + 3);
  const query = { from: '2026-01-01', to: '2026-12-31' };
  expect(bodyOf(await app.spend.listExchangeRates({ query, headers: owner.headers })).rates).toHaveLength(5000);
});

it('an account has a bounded number of pairs of currencies, and a pair without rates no longer counts', async () => {
  const app = await startApp(await newWorld());
  const { headers } = await newAdvertiser(app);
  const set = (rates: object[]) => app.spend.setExchangeRates({ body: { rates } as never, headers });
  bodyOf(await set(pairsOf(maxPairYears)));
  const refused = await set([...pairsOf(3, '2026-11-21'), ...pairsOf(1, '2025-11-21')]);
  expect(refused).toMatchObject({ status: 422, body: { detail: [{ type: 'too_many_pairs' }] } });
  const query = { from: '2025-01-01', to: '2026-12-31' };
  const { rates } = bodyOf(await app.spend.listExchangeRates({ query, headers }));
  expect(rates.map(({ day }) => day)).toEqual(Array(maxPairYears).fill('2026-11-20'));
  bodyOf(await set(pairsOf(2).map((pair) => ({ ...pair, rate: null }))));
  bodyOf(await set(pairsOf(2, '2025-11-21')));
  expect((await allItems(app.world)).filter(({ kind }) => kind === 'exchange_rates')).toHaveLength(maxPairYears);
});

it.each(['AAA', 'XYZ', 'BTC'])('%s is no currency of ISO 4217: a rate of it can only be removed', async (code) => {
  const app = await startApp(await newWorld());
  const { headers, id } = await newAdvertiser(app);
  const table = tableAt(`${app.world.prefix}attribution`, testDynamo());
  await exchangeRatesIn(table).set(id, [{ ...rate('2026-11-20', '2'), from: code }], []);
  const set = (value: string | null) =>
    app.spend.setExchangeRates({
      body: { rates: [{ ...rate('2026-11-20', value), from: code }] },
      headers,
    });
  expect(await set('3')).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'rates', 0, 'from'], msg: expect.stringContaining('ISO 4217') }] },
  });
  const query = { from: '2026-11-20', to: '2026-11-20' };
  expect(bodyOf(await app.spend.listExchangeRates({ query, headers })).rates).toHaveLength(1);
  expect((await set(null)).status).toBe(200);
  expect(bodyOf(await app.spend.listExchangeRates({ query, headers })).rates).toEqual([]);
});
