import { applyImport } from '#shared/spend/apply-import.ts';
import { failImport, interrupted } from '#shared/spend/end-run.ts';
import type { SpendOrder } from '#shared/spend/rules/spend-imports.ts';
import { maxRunTries } from '#shared/spend/rules/spend-runs.ts';
import { spendDaysIn } from '#shared/spend/store/spend-days.ts';
import { newImportId, spendImportsIn } from '#shared/spend/store/spend-imports.ts';
import { spendStopsIn } from '#shared/spend/store/spend-stops.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { tableAt } from '#shared/store/table.ts';
import { decimalOf } from '#shared/values/decimal.ts';
import { campaign, counted, day1, day2, sendRows } from '#test/api/spend/scene.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

let app: TestApp;
let owner: Awaited<ReturnType<typeof newAdvertiser>>;
beforeEach(async () => {
  app = await startApp(await newWorld());
  owner = await newAdvertiser(app);
});

const depsOver = (dynamo: Dynamo) => {
  const now = () => app.world.clock.now;
  const table = tableAt(`${app.world.prefix}attribution`, dynamo);
  return {
    now,
    spendImports: spendImportsIn(table, { now }),
    spendDays: spendDaysIn(table),
    spendStops: spendStopsIn(table),
  };
};

/** A process that stands still before the first write of a kind, as a frozen function does, and goes on later. */
function standingStillBefore(isWrite: (operation: string, text: string) => boolean) {
  const [reached, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const dynamo = testDynamo();
  const deps = depsOver(async (operation, input) => {
    if (isWrite(operation, JSON.stringify(input))) {
      reached.resolve();
      await goesOn.promise;
    }
    return await dynamo(operation, input);
  });
  return { deps, reached: reached.promise, goOn: goesOn.resolve };
}
const isWriteOfDay = (operation: string, text: string) => /^(PutItem|TransactWriteItems)$/.test(operation) && text.includes('SPENDDAYS#');

async function lateImport() {
  const order: SpendOrder = {
    id: newImportId(app.world.clock.now),
    accountId: owner.id,
    environment: 'live',
    network: 'google_ads',
    adAccount: 'default',
    mode: 'replace_days',
    currency: 'USD',
    timeZone: 'UTC',
    pixelKey: null,
    by: { kind: 'user', id: null },
    createdAt: new Date(app.world.clock.now).toISOString(),
  };
  const names = { campaignId: null, adGroupId: null, adGroup: null, adId: null, ad: null };
  const row = { ...names, campaign: 'late', spend: decimalOf('7'), impressions: null, clicks: null };
  const facts = { day: day1, level: 'campaign', currency: 'USD', timeZone: 'UTC', pixelKey: null } as const;
  const days = [{ ...facts, rows: [{ ...row, reportedConversions: null, reportedValue: null }] }];
  const { deps, reached, goOn } = standingStillBefore(isWriteOfDay);
  const applying = applyImport(order, { days, rows: 1, summed: 0, skipped: null } as never, deps);
  await Promise.race([reached, applying]);
  app.world.clock.now += 30_001;
  return { order, applying, goOn };
}
const laterDay = `${day2} google_ads default next 1`;
const sendNext = () => sendRows(app, owner.headers, [campaign('next', 1, { day: day2 })]);
const statusOf = async ({ id }: SpendOrder) => (await depsOver(testDynamo()).spendImports.byId(owner.id, 'live', id))?.status;

describe('an owner of a run that goes on after its lease', () => {
  it('changes nothing when another worker completed the import', async () => {
    const { order, applying, goOn } = await lateImport();
    expect((await sendNext()).status).toBe(201);
    goOn();
    expect(await applying).toMatchObject({ kind: 'applied', spendImport: { status: 'completed' } });
    expect(await counted(app, owner.id)).toEqual([`${day1} google_ads default late 7`, laterDay]);
    expect(await statusOf(order)).toBe('completed');
  });

  it('brings no day back when the import was completed and undone meanwhile', async () => {
    const { order, applying, goOn } = await lateImport();
    expect((await sendNext()).status).toBe(201);
    const request = { params: { id: order.id }, query: {}, headers: owner.headers };
    expect((await app.spend.undoSpendImport(request)).status).toBe(200);
    goOn();
    expect(await applying).toMatchObject({ kind: 'applied', spendImport: { status: 'undone' } });
    expect(await counted(app, owner.id)).toEqual([laterDay]);
  });

  it('brings no day back when the import was given up meanwhile', async () => {
    const { order, applying, goOn } = await lateImport();
    const { spendImports } = depsOver(testDynamo());
    for (let tries = 0; tries < maxRunTries; tries++) {
      const run = await spendImports.runOf(owner.id);
      if (run) await spendImports.takeOver(owner.id, run);
    }
    app.world.clock.now += 30_001;
    expect((await sendNext()).status).toBe(201);
    goOn();
    expect(await applying).toMatchObject({ kind: 'applied', spendImport: { status: 'failed' } });
    expect(await counted(app, owner.id)).toEqual([laterDay]);
    expect(await statusOf(order)).toBe('failed');
  });

  it('brings no day back between the last day that is taken back and the end of the import', async () => {
    const { order, applying, goOn } = await lateImport();
    const failing = standingStillBefore((operation, text) => operation === 'TransactWriteItems' && text.includes('"failed"'));
    const end = failImport(order, [interrupted], failing.deps);
    await failing.reached;
    goOn();
    await applying;
    failing.goOn();
    await end;
    expect(await counted(app, owner.id)).toEqual([]);
    expect(await statusOf(order)).toBe('failed');
  });
});
