import { createHash } from 'node:crypto';
import { spendImportsIn } from '#shared/spend/store/spend-imports.ts';
import { tableAt } from '#shared/store/table.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';
import { campaign, counted, day1, day2, sendRows } from './scene.ts';

let app: TestApp;
let owner: Awaited<ReturnType<typeof newAdvertiser>>;
beforeEach(async () => {
  app = await startApp(await newWorld());
  owner = await newAdvertiser(app);
});
async function imported(rows: Parameters<typeof sendRows>[2]) {
  const { import_id } = bodyOf(await sendRows(app, await app.signIn(owner.id), rows));
  await app.work('spend_import');
  return import_id ?? '';
}
const pass = (days: number) => {
  app.world.clock.now += days * 86_400_000;
};
const undo = async (id: string) => await app.spend.undoSpendImport({ params: { id }, query: {}, headers: await app.signIn(owner.id) });
async function stored(names: Record<string, string>) {
  const items = (await allItems(app.world)).filter(({ kind }) => kind === 'spend_version');
  return items.map(({ pk, sk }) => {
    const [day, part] = sk.replace('DAY#', '').split('#');
    return `${names[pk.split('#').at(-1) ?? ''] ?? '?'} ${day}${part === undefined ? '' : ' +'}`;
  });
}

describe('what imports replaced', () => {
  it('is removed once no undo can bring it back, and nothing that counts is', async () => {
    const first = await imported([campaign('c', 1), campaign('c', 1, { day: day2 })]);
    const second = await imported([campaign('c', 2)]);
    const third = await imported([campaign('c', 3)]);
    const undone = await imported([campaign('c', 4)]);
    expect((await undo(undone)).status).toBe(200);
    const names = { [first]: 'first', [second]: 'second', [third]: 'third', [undone]: 'undone' };
    const before = await counted(app, owner.id);
    const all = await stored(names);
    expect(all).toHaveLength(5);
    pass(96);
    await imported([campaign('x', 1, { day: '2026-11-01' })]);
    expect((await stored(names)).filter((one) => !one.startsWith('?'))).toEqual(all);
    pass(2);
    for (const spend of [2, 3]) await imported([campaign('x', spend, { day: '2026-11-01' })]);
    expect((await stored(names)).filter((one) => !one.startsWith('?')).sort()).toEqual([`first ${day2}`, `third ${day1}`]);
    expect((await counted(app, owner.id)).filter((row) => !row.includes('2026-11-01'))).toEqual(before);
    expect(await undo(third)).toMatchObject({ status: 409, body: { code: 'undo_expired' } });
  });

  it('is removed past an import that never ended, whose own days stay', async () => {
    const first = await imported([campaign('c', 1)]);
    app.world.clock.now += 1000;
    const stuck = await imported([campaign('stuck', 1, { day: day2 })]);
    app.world.clock.now += 1000;
    const second = await imported([campaign('c', 2)]);
    const order = { accountId: owner.id, environment: 'live', id: stuck } as const;
    const spendImports = spendImportsIn(tableAt(`${app.world.prefix}attribution`, testDynamo()), {
      now: () => app.world.clock.now,
    });
    await spendImports.change(order, ['completed'], { status: 'running' });
    pass(98);
    for (const spend of [1, 2]) await imported([campaign('x', spend, { day: '2026-11-01' })]);
    const names = { [first]: 'first', [stuck]: 'stuck', [second]: 'second' };
    expect((await stored(names)).filter((one) => !one.startsWith('?')).sort()).toEqual([`second ${day1}`, `stuck ${day2}`]);
  });

  it('stays while an import that replaced it can be undone', async () => {
    const old = await imported([campaign('c', 1)]);
    pass(200);
    const late = await imported([campaign('c', 2)]);
    pass(89);
    await imported([campaign('x', 1, { day: day2 })]);
    expect((await undo(late)).status).toBe(200);
    expect(await counted(app, owner.id)).toContain(`${day1} google_ads default c 1`);
    const names = { [old]: 'old', [late]: 'late' };
    expect(await stored(names)).toEqual(expect.arrayContaining([`old ${day1}`]));
    pass(200);
    await imported([campaign('y', 1, { day: day2 })]);
    expect((await stored(names)).filter((one) => !one.startsWith('?'))).toEqual([`old ${day1}`]);
  });

  it('of an undone import goes, and what counts again can be brought back later', async () => {
    const first = await imported([campaign('c', 1)]);
    const undone = await imported([campaign('c', 2)]);
    await undo(undone);
    pass(80);
    const late = await imported([campaign('c', 3)]);
    pass(20);
    await imported([campaign('x', 1, { day: day2 })]);
    const names = { [first]: 'first', [undone]: 'undone', [late]: 'late' };
    expect((await stored(names)).filter((one) => !one.startsWith('?')).sort()).toEqual([`first ${day1}`, `late ${day1}`]);
    expect((await undo(late)).status).toBe(200);
    expect(await counted(app, owner.id)).toContain(`${day1} google_ads default c 1`);
  });

  it('goes with the parts of large days, and the parts of days that count stay', async () => {
    const large = (salt: string) =>
      Array.from({ length: 1200 }, (_, at) => campaign(createHash('sha256').update(`${salt}${at}`).digest('hex'), '0.10'));
    const first = await imported(large('a'));
    const second = await imported(large('b'));
    const names = { [first]: 'first', [second]: 'second' };
    expect(await stored(names)).toContain(`first ${day1} +`);
    pass(98);
    await imported([campaign('x', 1, { day: day2 })]);
    const left = (await stored(names)).filter((one) => !one.startsWith('?'));
    expect(left).toEqual([`second ${day1}`, `second ${day1} +`]);
    expect(await counted(app, owner.id)).toHaveLength(1201);
  });
});
