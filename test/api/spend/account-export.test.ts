import { gunzipSync } from 'node:zlib';
import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';
import { campaign, day1, imported } from './scene.ts';
import { importedOn, november, spent } from './stopped-scene.ts';

it('the export of an account has its spend row by row, its imports, aliases and rates', async () => {
  const app = await startApp(await newWorld());
  const owner = await newAdvertiser(app);
  await importedOn(app, owner, 20, [...spent(10, 18), ...spent(19, 19, 0)], { network: 'tiktok' });
  const headers = await app.signIn(owner.id);
  // These rows with different names do not fit into one item of a day.
  const many = Array.from({ length: 1500 }, (_, at) => campaign(`c${(at * 7919) % 99_991} ${at ** 3}`, at));
  await imported(app, headers, [campaign('c1', '10.00')]);
  await imported(app, headers, many, { network: 'meta' });
  await imported(app, headers, [campaign('t', 1)], { environment: 'test' });
  const aliases = [{ level: 'ad' as const, value: 'mine', id: '7' }];
  bodyOf(await app.spend.setSpendAliases({ body: { aliases }, query: {}, headers }));
  const rates = [{ day: day1, from: 'EUR', to: 'USD', rate: '1.1' }];
  bodyOf(await app.spend.setExchangeRates({ body: { rates }, headers }));
  bodyOf(await app.privacy.exportAccount({ headers }));
  await app.work('export');
  const [file] = [...app.world.objects.files].filter(([key]) => key.startsWith('exports/')).map(([, body]) => body);
  const lines = gunzipSync(file ?? Buffer.alloc(0))
    .toString()
    .trimEnd()
    .split('\n');
  const records = Map.groupBy(
    lines.map((line) => JSON.parse(line)),
    ({ record }) => record,
  );
  expect(records.get('spend_live')).toHaveLength(1511);
  expect(records.get('spend_live')).toContainEqual(
    expect.objectContaining({
      day: day1,
      network: 'google_ads',
      campaign: 'c1',
      spend: '10',
      currency: 'USD',
    }),
  );
  expect(records.get('spend_test')).toMatchObject([{ campaign: 't' }]);
  expect(records.get('spend_import_live')).toHaveLength(3);
  expect(records.get('spend_aliases')).toMatchObject([{ name: 'live', aliases: [{ value: 'mine' }] }]);
  expect(records.get('spend_stop')).toEqual([
    expect.objectContaining({ network: 'tiktok', lastDay: november(18), stoppedOn: november(19) }),
  ]);
  expect(records.get('exchange_rates')).toMatchObject([{ from: 'EUR', rates: { [day1]: '1.1' } }]);
  expect(lines.join()).not.toContain('packed');
});
