import fc from 'fast-check';
import { campaign, counted, day1, day2, type Row, sendRows } from '#test/api/spend/scene.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';

const names = ['a', 'b', 'c'];
const rowsOfDay = fc.uniqueArray(fc.record({ campaign: fc.constantFrom(...names), cents: fc.integer({ min: 1, max: 9999 }) }), {
  selector: ({ campaign: name }) => name,
  minLength: 1,
});
const act = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      mode: fc.constantFrom('replace_days' as const, 'upsert' as const),
      first: fc.option(rowsOfDay),
      second: rowsOfDay,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat(10) }) },
);

type Model = Map<string, Map<string, string>>;
const spendText = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
const plain = (text: string) => text.replace(/\.?0+$/, '');
const listed = (model: Model) =>
  [...model].flatMap(([day, rows]) => [...rows].map(([name, spend]) => `${day} google_ads default ${name} ${plain(spend)}`)).sort();

it('a random history of imports and undoings ends as a simple program says, and undoing all ends with nothing', async () => {
  const app = await startApp(await newWorld());
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 8 }), async (acts) => {
      const owner = await newAdvertiser(app);
      const model: Model = new Map();
      const stack: { id: string; days: string[]; before: Model }[] = [];
      const copy = () => new Map([...model].map(([day, rows]) => [day, new Map(rows)]));
      const undo = async (at: number) => {
        const one = stack[at];
        if (!one) return;
        const later = stack.slice(at + 1).flatMap(({ days }) => days);
        const isSuperseded = one.days.some((day) => later.includes(day));
        const answer = await app.spend.undoSpendImport({
          params: { id: one.id },
          query: {},
          headers: owner.headers,
        });
        expect(answer.status).toBe(isSuperseded ? 409 : 200);
        if (isSuperseded) return;
        for (const day of one.days) {
          const rows = one.before.get(day);
          if (rows) model.set(day, rows);
          else model.delete(day);
        }
        stack.splice(at, 1);
      };
      for (const one of acts) {
        app.world.clock.now += 5000;
        if (one.kind === 'undo') await undo(one.which % Math.max(1, stack.length));
        else {
          const days = { ...(one.first && { [day1]: one.first }), [day2]: one.second };
          const rows: Row[] = Object.entries(days).flatMap(([day, of]) =>
            of.map(({ campaign: name, cents }) => campaign(name, spendText(cents), { day })),
          );
          const before = copy();
          for (const [day, of] of Object.entries(days)) {
            const kept = one.mode === 'upsert' ? (model.get(day) ?? new Map()) : new Map<string, string>();
            model.set(day, new Map([...kept, ...of.map((row) => [row.campaign, spendText(row.cents)] as const)]));
          }
          const { import_id, unchanged } = bodyOf(await sendRows(app, owner.headers, rows, { mode: one.mode }));
          if (!unchanged) stack.push({ id: import_id ?? '', days: Object.keys(days), before });
        }
        expect((await counted(app, owner.id)).sort()).toEqual(listed(model));
      }
      while (stack.length > 0) await undo(stack.length - 1);
      expect(await counted(app, owner.id)).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

it('a year of 3 networks with 40 ads, one import a day, is read with some 200 read units', async () => {
  const app = await startApp(await newWorld());
  const owner = await newAdvertiser(app);
  const rows = Array.from({ length: 40 }, (_, at) => ({
    day: day1,
    campaign: `Campaign of the season ${at % 5}`,
    campaign_id: String(17_000_000_000 + (at % 5)),
    ad_group: `Ad group ${at % 10}`,
    ad_group_id: String(151_000_000_000 + (at % 10) * 977),
    ad: `An ad with a name of its own ${at}`,
    ad_id: String(680_000_000_000 + at * 7919),
    spend: `${(at * 37) % 90}.${String((at * 53) % 100).padStart(2, '0')}`,
    impressions: at * 7919,
    clicks: at * 31,
  }));
  bodyOf(await sendRows(app, owner.headers, rows));
  const [item] = (await allItems(app.world)).filter(({ kind }) => kind === 'spend_day');
  const bytes = Buffer.byteLength(JSON.stringify(item));
  // An eventually consistent read unit covers 8 KB.
  const units = Math.ceil((bytes * 3 * 366) / 8192);
  expect(units).toBeLessThan(260);
});
