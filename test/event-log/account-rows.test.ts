import { items } from '#functions/items.ts';
import { accountRowsIn } from '#functions/workers/export/account-rows.ts';
import { sections } from '#functions/workers/export/sections.ts';
import type { ItemKind } from '#shared/store/item-kinds.ts';
import { tableAt } from '#shared/store/table.ts';
import { tables } from '#shared/store/tables.ts';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

type Page = { rows: object[]; cursor: { day: string; sk: string } };

it('an export that continues after each page has the same rows as one without a stop', async () => {
  const app = await startApp(await newWorld());
  const { id, headers, issue } = await newAdvertiser(app);
  for (const name of ['a', 'b', 'c']) await issue({ name, kind: 'secret', environment: 'live' });
  await app.accounts.readMe({ headers });
  await app.settle();
  const stored = Object.fromEntries(Object.keys(tables).map((name) => [name, tableAt(`${app.world.prefix}${name}`, testDynamo())]));
  const events: Page[] = ['1', '2'].map((sk) => ({
    rows: [{ eventId: sk }],
    cursor: { day: '2026-11-20', sk },
  }));
  const eventRows = {
    async *after({ environment }: { environment: string }, cursor: { sk: string } | undefined) {
      for (const { rows, cursor: place } of events)
        if (!cursor || place.sk > cursor.sk) yield { conversions: rows.map((row) => ({ ...row, environment })), cursor: place };
    },
  };
  const rows = accountRowsIn(stored as never, eventRows as never);
  const receiptsOf = async (some: readonly unknown[]) => some as object[];
  const after = (cursor: Page['cursor'] | undefined, size: number) => rows.after({ accountId: id } as never, cursor, size, receiptsOf);
  const whole = (await Array.fromAsync(after(undefined, 1000))).flatMap((page) => page.rows);
  const resumed: object[] = [];
  let cursor: Page['cursor'] | undefined;
  for (;;) {
    const { value } = await after(cursor, 1).next();
    if (!value) break;
    resumed.push(...value.rows);
    cursor = value.cursor;
  }
  expect(resumed).toEqual(whole);
  const records = whole.map((row) => (row as { record: string }).record);
  expect(records.filter((record) => record === 'event')).toHaveLength(4);
  expect(records.filter((record) => /key/.test(record)).length).toBeGreaterThan(3);
});

it('an export has each record that a kind of item declares, and no others', () => {
  const exported = sections.map(({ name, pk }) => `${pk(7).split('#')[0]} ${name}`);
  const declared = Object.entries<ItemKind>(items).flatMap(([prefix, { records = [] }]) => records.map((name) => `${prefix} ${name}`));
  const besides = ['IMAGECONVERSATION prompt_conversation', 'CONVERSION event'];
  expect([...exported, ...besides].toSorted()).toEqual(declared.toSorted());
});
