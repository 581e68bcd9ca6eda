// Slow: it fails every call in turn.
import { campaign, counted, day1, day2, imported, sendRows } from '#test/api/spend/scene.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const first = [campaign('c1', '10.00'), campaign('c2', '5.00')];
const second = [campaign('c1', '12.00'), campaign('n', '1', { day: day2 })];
const before = [`${day1} google_ads default c1 10`, `${day1} google_ads default c2 5`];
const after = [`${day1} google_ads default c1 12`, `${day2} google_ads default n 1`];

async function scene(app: TestApp) {
  const owner = await newAdvertiser(app);
  const { import_id } = await imported(app, owner.headers, first);
  return { owner, id: import_id ?? '' };
}
type Owner = Awaited<ReturnType<typeof scene>>['owner'];
const undo = (app: TestApp, owner: Owner, id: string) => app.spend.undoSpendImport({ params: { id }, query: {}, headers: owner.headers });
const list = async (app: TestApp, owner: Owner) => bodyOf(await app.spend.listSpendImports({ query: {}, headers: owner.headers })).imports;

async function expectWhole(app: TestApp, owner: Owner, either: string[][]) {
  expect(either).toContainEqual(await counted(app, owner.id));
  for (const { status } of await list(app, owner)) expect(['completed', 'failed', 'undone']).toContain(status);
  expect((await sendRows(app, owner.headers, [campaign('later', 1)], { network: 'meta' })).status).toBe(201);
}

describe('spend imports', () => {
  it('a crash of an import and a retry count its days once, and undoing it restores all rows', async () => {
    await crashTest({
      alsoTries: ['two_faults', 'repeat_at_once'],
      prepare: scene,
      operation: (app, { owner }) => sendRows(app, owner.headers, second),
      async check(app, { owner }, answer) {
        expect([200, 201, 202]).toContain(answer.status);
        await app.work('spend_import');
        expect(await counted(app, owner.id)).toEqual(after);
        const made = (await list(app, owner)).find(({ status, spend_after }) => status === 'completed' && spend_after === '13.00');
        expect((await undo(app, owner, made?.import_id ?? '')).status).toBe(200);
        await app.work('spend_import');
        expect(await counted(app, owner.id)).toEqual(before);
        await expectWhole(app, owner, [before]);
      },
      async abandoned(app, { owner }) {
        await app.work('spend_import');
        await expectWhole(app, owner, [before, after]);
      },
    });
  });

  it('a crash while undoing an import, and a retry, restore every row', async () => {
    await crashTest({
      alsoTries: ['two_faults', 'repeat_at_once'],
      async prepare(app) {
        const { owner } = await scene(app);
        const { import_id } = await imported(app, owner.headers, second);
        return { owner, id: import_id ?? '' };
      },
      operation: (app, { owner, id }) => undo(app, owner, id),
      async check(app, { owner }, answer) {
        expect(answer.status).toBe(200);
        await app.work('spend_import');
        await expectWhole(app, owner, [before]);
      },
      async abandoned(app, { owner }) {
        await app.work('spend_import');
        await expectWhole(app, owner, [before, after]);
      },
    });
  });

  const upload_id = 'upload_0123456789abcdefABCDEF';
  async function uploaded(app: TestApp) {
    const { owner } = await scene(app);
    await app.work('spend_import');
    const file = Buffer.from(JSON.stringify({ rows: second }));
    app.world.objects.files.set(`uploads/${owner.id}/${upload_id}`, file);
    return { owner };
  }
  async function workLater(app: TestApp) {
    app.world.clock.now += 300_000;
    await app.work('spend_import');
  }

  it('a crash while ordering a background import, and a retry, make it once', async () => {
    await crashTest({
      prepare: uploaded,
      operation: (app, { owner }) => sendRows(app, owner.headers, undefined, { upload_id }),
      async check(app, { owner }, answer) {
        expect(answer.status).toBe(202);
        await workLater(app);
        expect(await counted(app, owner.id)).toEqual(after);
        expect((await list(app, owner)).filter(({ spend_after }) => spend_after === '13.00')).toHaveLength(1);
        await expectWhole(app, owner, [after]);
      },
    });
  });

  it('a crash of the worker and a repeat of its message make one whole import', async () => {
    await crashTest({
      alsoTries: ['two_faults'],
      async prepare(app) {
        const { owner } = await uploaded(app);
        await sendRows(app, owner.headers, undefined, { upload_id });
        return { owner };
      },
      operation: (app) => app.work('spend_import'),
      async check(app, { owner }) {
        expect(await counted(app, owner.id)).toEqual(after);
        await expectWhole(app, owner, [after]);
      },
    });
  });

  it('a crash of the worker and a repeat of its message after the file expired make a whole import or none, and the next import runs', async () => {
    await crashTest({
      async prepare(app) {
        const { owner } = await uploaded(app);
        await sendRows(app, owner.headers, undefined, { upload_id });
        return { owner, tries: { count: 0 } };
      },
      operation(app, { tries }) {
        if (++tries.count > 1) app.world.objects.files.clear();
        return app.work('spend_import');
      },
      async check(app, { owner }) {
        const made = (await list(app, owner)).filter(({ status }) => status === 'completed');
        const isMade = made.length === 2;
        expect(await counted(app, owner.id)).toEqual(isMade ? after : before);
        await expectWhole(app, owner, [before, after]);
      },
    });
  });

  it('a crash while setting exchange rates and aliases, and a retry, set and record them', async () => {
    await crashTest({
      prepare: async (app) => ({ owner: await newAdvertiser(app) }),
      async operation(app, { owner }) {
        const rates = ['2025-12-31', '2026-01-01'].map((day) => ({
          day,
          from: 'EUR',
          to: 'USD',
          rate: '1.1',
        }));
        const set = await app.spend.setExchangeRates({ body: { rates }, headers: owner.headers });
        if (set.status >= 500) return set;
        const aliases = [{ level: 'campaign' as const, value: 'spring', id: '7' }];
        return await app.spend.setSpendAliases({ body: { aliases }, query: {}, headers: owner.headers });
      },
      async check(app, { owner }, answer) {
        expect(answer.status).toBe(200);
        await app.settle();
        const query = { from: '2025-12-01', to: '2026-01-31' };
        const { rates } = bodyOf(await app.spend.listExchangeRates({ query, headers: owner.headers }));
        expect(rates.map(({ day }) => day)).toEqual(['2025-12-31', '2026-01-01']);
        const { entries } = bodyOf(await app.activity.listActivity({ query: {}, headers: owner.headers }));
        const types = entries.map(({ type }) => type);
        expect(types).toEqual(expect.arrayContaining(['exchange_rates_changed', 'spend_aliases_changed']));
      },
    });
  });
});
