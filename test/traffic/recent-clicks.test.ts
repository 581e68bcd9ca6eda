import { type Table, tableAt } from '#shared/store/table.ts';
import { recentClicksIn } from '#shared/traffic/store/recent-clicks.ts';
import { newWorld } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

it('recent clicks that two processes store at once all stay', async () => {
  const { prefix } = await newWorld();
  const table = tableAt(`${prefix}attribution`, testDynamo());
  const at = Date.parse('2026-11-21T12:00:00Z');
  const subject = { accountId: 7, environment: 'live', subject: 'flood#1' } as const;
  const add = (over: Table, ...sids: string[]) =>
    recentClicksIn(over).add(
      subject,
      sids.map((sid) => ({ at, sid })),
      { withinMs: 600_000, most: 20 },
    );
  await add(table, 's_1');
  let isFirst = true;
  const racing: Table = {
    ...table,
    async put(...args: Parameters<Table['put']>) {
      const isRaced = isFirst;
      isFirst = false;
      if (isRaced) await add(table, 's_2');
      await table.put(...args);
    },
  };
  await add(racing, 's_3');
  expect((await add(table)).map(({ sid }) => sid)).toEqual(['s_1', 's_2', 's_3']);
});
