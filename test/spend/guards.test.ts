import type { SpendOrder } from '#shared/spend/rules/spend-imports.ts';
import { spendDaysIn, storedDay } from '#shared/spend/store/spend-days.ts';
import { newImportId, spendImportsIn } from '#shared/spend/store/spend-imports.ts';
import { spendStopsIn } from '#shared/spend/store/spend-stops.ts';
import { type Table, tableAt } from '#shared/store/table.ts';
import { newWorld } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

const startedAt = Date.parse('2026-11-26T12:00:00Z');
const day = '2026-11-20';
const adAccount = { accountId: 7, environment: 'live', network: 'meta', adAccount: 'default' } as const;
let table: Table;
beforeEach(async () => {
  const { prefix } = await newWorld();
  table = tableAt(`${prefix}attribution`, testDynamo());
});
const dayOf = (importId: string) =>
  storedDay({ day, level: 'campaign', currency: 'USD', timeZone: 'UTC', pixelKey: null, rows: [] }, importId).stored;

describe('a day of spend', () => {
  it('a day of spend is replaced only in place of the import that the new one knows', async () => {
    const days = spendDaysIn(table);
    const countedImport = async () => (await days.on(adAccount, [day])).get(day)?.importId;
    expect(await days.replace(adAccount, dayOf('first'), null)).toBe(true);
    expect(await days.replace(adAccount, dayOf('second'), 'first')).toBe(true);
    for (const before of [null, 'first']) expect(await days.replace(adAccount, dayOf('late'), before)).toBe(false);
    expect(await countedImport()).toBe('second');
    expect(await days.replace(adAccount, dayOf('second'), 'first')).toBe(true);
    expect(await days.remove(adAccount, day, 'first')).toBe(false);
    expect(await countedImport()).toBe('second');
  });
});

describe('the run of an account', () => {
  it('the run of an account is ended and released only by its own import', async () => {
    const imports = spendImportsIn(table, { now: () => startedAt });
    const order = (): SpendOrder => ({
      ...adAccount,
      id: newImportId(startedAt),
      mode: 'replace_days',
      currency: 'USD',
      timeZone: 'UTC',
      pixelKey: null,
      by: { kind: 'user', id: '7' },
      createdAt: new Date(startedAt).toISOString(),
    });
    const [ended, running] = [order(), order()];
    await imports.order(ended, { status: 'running' });
    await imports.start(7, { run: running.id, environment: 'live', digest: 'x' });
    const end = imports.end(ended, ['running'], { status: 'completed' }, { run: ended.id });
    expect(await end).toBe(false);
    await imports.release(7, ended.id).catch(() => {});
    expect(await imports.start(7, { run: 'other', environment: 'live', digest: 'y' })).toMatchObject({
      run: running.id,
    });
    expect(await imports.byId(7, 'live', ended.id)).toMatchObject({ status: 'running' });
  });
});

describe('a stop of spend', () => {
  const at = new Date(startedAt).toISOString();
  const stop = (lastDay: string, importId: string | null = 'first') => ({
    lastDay,
    stoppedOn: '2026-11-21',
    importId,
    at,
  });

  it('is claimed once, and again only for a later last day', async () => {
    const stops = spendStopsIn(table);
    const claimed = await Promise.all([1, 2, 3].map(() => stops.claim(adAccount, stop('2026-11-20'), [])));
    expect(claimed.filter(Boolean)).toHaveLength(1);
    for (const lastDay of ['2026-11-20', '2026-11-19']) expect(await stops.claim(adAccount, stop(lastDay), [])).toBe(false);
    expect(await stops.claim({ ...adAccount, adAccount: 'other' }, stop('2026-11-19'), [])).toBe(true);
    expect(await stops.claim({ ...adAccount, environment: 'test' }, stop('2026-11-19'), [])).toBe(true);
    expect(await stops.claim(adAccount, stop('2026-11-24'), [])).toBe(true);
  });

  it('is claimed for an earlier day only after its own import was undone, and never for the same day', async () => {
    const stops = spendStopsIn(table);
    await stops.noteUndone(adAccount, 'first', at);
    await stops.claim(adAccount, stop('2026-11-20'), []);
    await stops.noteUndone(adAccount, 'other', at);
    expect(await stops.claim(adAccount, stop('2026-11-19'), [])).toBe(false);
    await stops.noteUndone(adAccount, 'first', at);
    await stops.noteUndone(adAccount, 'first', at);
    expect(await stops.claim(adAccount, stop('2026-11-20'), [])).toBe(false);
    expect(await stops.claim(adAccount, stop('2026-11-19', null), [])).toBe(true);
    expect(await stops.claim(adAccount, stop('2026-11-18', null), [])).toBe(false);
  });
});
