import { seeded } from '#lib/tools/simulate/seeded.ts';
import { keyOf } from '#shared/cells/items.ts';
import type { Owner } from '#shared/cells/rules/cells.ts';
import { cellNamesIn, namesOfPage, pagesOfDay } from '#shared/cells/store/cell-names.ts';
import { cellTable } from './cell-table.ts';

const owner = { accountId: 7, environment: 'live' as const };
const day = '2026-11-21';
const now = () => Date.parse(`${day}T12:00:00Z`);
const most = namesOfPage * pagesOfDay;
const nameOf = (at: number) => ['pk_1', 'email', `c${at}`, 'g', 'a', 'human', '', '', '', ''];
const range = (count: number, from = 0) => Array.from({ length: count }, (_, at) => nameOf(from + at));

let engine: Awaited<ReturnType<typeof cellTable>>;
beforeEach(async () => {
  engine = await cellTable(() => {});
});
afterEach(() => engine.close());
const newProcess = (fate: Parameters<typeof engine.tableOf>[0] = {}) => cellNamesIn(engine.tableOf(fate), { now });
const keptOf = async (names: ReturnType<typeof range>, process = newProcess(), of: { owner: Owner; day: string } = { owner, day }) => {
  const isKept = await process.kept(of, names);
  return names.filter(isKept).length;
};

describe('names of clicks in the cells of a day', () => {
  it('are kept up to a bound, and what is kept or is not stays so for every process', async () => {
    expect(await keptOf(range(most - 1))).toBe(most - 1);
    expect(await keptOf(range(3, most - 1))).toBe(1);
    expect(await keptOf(range(most + 5))).toBe(most);
    const pages = await Array.fromAsync(engine.tableOf().query(keyOf.cellNames(owner, day, 0).pk, [' ', '~']));
    expect(pages).toHaveLength(pagesOfDay);
    expect(new Set(pages.map(({ names }) => (names as Set<string>).size))).toEqual(new Set([namesOfPage]));
  });

  it('of another day, account and environment are bounded by themselves', async () => {
    await keptOf(range(most));
    expect(await keptOf(range(2, most))).toBe(0);
    for (const of of [
      { owner, day: '2026-11-22' },
      { owner: { ...owner, accountId: 8 }, day },
      { owner: { ...owner, environment: 'test' as const }, day },
    ])
      expect(await keptOf(range(2, most), newProcess(), of)).toBe(2);
  });

  it('are told apart by channel too, and by nothing that a caller does not name', async () => {
    await keptOf(range(most - 1));
    const [name] = range(1) as [string[]];
    expect(await keptOf([name.with(0, 'pk_2').with(5, 'bot'), name.with(1, 'sms')])).toBe(2);
    expect(await keptOf([name.with(1, 'paid_search')])).toBe(0);
  });

  it('are the same for processes side by side that die at any call, however the calls mix', async () => {
    const random = seeded(11);
    const decided = new Map<number, boolean>();
    for (let round = 0; round < 60; round++) {
      const some = Array.from({ length: 90 }, () => Math.floor(random() * (most + 400)));
      await Promise.all(
        [0, 1, 2].map(async (of) => {
          const own = some.slice(of * 20, of * 20 + 50);
          const fate = random() < 0.3 ? { diesAt: 1 + Math.floor(random() * 3), afterEffect: true, random } : { random };
          try {
            const isKept = await newProcess(fate).kept({ owner, day }, own.map(nameOf));
            for (const at of own) {
              expect(decided.get(at) ?? isKept(nameOf(at))).toBe(isKept(nameOf(at)));
              decided.set(at, isKept(nameOf(at)));
            }
          } catch (error) {
            if ((error as Error).message !== 'The worker died.' && !(error as Error).cause) throw error;
          }
        }),
      );
      await engine.idle();
    }
    expect([...decided.values()].filter(Boolean).length).toBeLessThanOrEqual(most);
    expect([...decided.values()]).toContain(false);
  });

  it('that a process knows cost it nothing, whether they are kept or not', async () => {
    let calls = 0;
    const process = newProcess({
      random: () => {
        calls++;
        return 0;
      },
    });
    await keptOf(range(most), process);
    const before = calls;
    await keptOf(range(most + 200), process);
    expect(calls).toBe(before);
  });
});
