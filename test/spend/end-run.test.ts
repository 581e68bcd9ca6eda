import { randomBytes } from 'node:crypto';
import { applyImport } from '#shared/spend/apply-import.ts';
import { holdRun, RunEnded } from '#shared/spend/hold-run.ts';
import type { SpendOrder } from '#shared/spend/rules/spend-imports.ts';
import { maxRunTries, undoingOf } from '#shared/spend/rules/spend-runs.ts';
import { spendDaysIn } from '#shared/spend/store/spend-days.ts';
import { newImportId, spendImportsIn } from '#shared/spend/store/spend-imports.ts';
import { spendStopsIn } from '#shared/spend/store/spend-stops.ts';
import type { Item } from '#shared/store/item.ts';
import { Unstorable } from '#shared/store/store-errors.ts';
import { tableAt } from '#shared/store/table.ts';
import { decimalOf } from '#shared/values/decimal.ts';
import { campaign, counted, day1, day2, imported, sendRows } from '#test/api/spend/scene.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

let app: TestApp;
let owner: Awaited<ReturnType<typeof newAdvertiser>>;
beforeEach(async () => {
  app = await startApp(await newWorld());
  owner = await newAdvertiser(app);
});
const imports = () => {
  const now = () => app.world.clock.now;
  return spendImportsIn(tableAt(`${app.world.prefix}attribution`, testDynamo()), { now });
};
const list = async () => bodyOf(await app.spend.listSpendImports({ query: {}, headers: owner.headers })).imports;
const read = async (id: string | null | undefined) =>
  bodyOf(await app.spend.readSpendImport({ params: { id: id ?? '' }, query: {}, headers: owner.headers }));
const undo = (id: string | null | undefined) => app.spend.undoSpendImport({ params: { id: id ?? '' }, query: {}, headers: owner.headers });

/** Starts a run as a request does that dies at once, and loses its messages as a restore does. */
async function deadRun(run: string) {
  await imports().start(owner.id, { run, environment: 'live', digest: run });
  app.world.messages.length = 0;
}

describe('the run of a dead owner', () => {
  it('delays the next import by its lease of half a minute, and no message has to end it', async () => {
    await deadRun('spend_0mi8gq2j1aaaaaaaaaaaaaa');
    const waiting = await sendRows(app, owner.headers, [campaign('c1', 1)]);
    expect(waiting).toMatchObject({ status: 202, body: { status: 'pending' } });
    const [sent] = app.world.messages.filter(({ queue }) => queue === 'spend_import').slice(-1);
    app.world.messages.length = 0;
    expect(await app.attempt('spend_import', sent?.message as object)).toBe(true);
    // The message waits in the queue again and has given the turn back.
    expect(app.world.messages).toMatchObject([{ queue: 'spend_import', message: sent?.message }]);
    expect(app.world.messages[0]?.delaySeconds).toBeLessThanOrEqual(15);
    app.world.clock.now += 30_001;
    await app.work('spend_import');
    expect(await read(bodyOf(waiting).import_id)).toMatchObject({ status: 'completed' });
    expect(await counted(app, owner.id)).toEqual([`${day1} google_ads default c1 1`]);
  });

  it('is ended by the next import at once after its lease, also by an undo', async () => {
    const { import_id } = await imported(app, owner.headers, [campaign('c1', 1)]);
    await deadRun('spend_0mi8gq2j1aaaaaaaaaaaaaa');
    expect(await undo(import_id)).toMatchObject({ status: 409, body: { code: 'import_running' } });
    app.world.clock.now += 30_001;
    expect((await undo(import_id)).status).toBe(200);
    await deadRun(undoingOf('spend_0mi8gq2j1aaaaaaaaaaaaaa'));
    app.world.clock.now += 30_001;
    expect((await sendRows(app, owner.headers, [campaign('c1', 2)])).status).toBe(201);
  });

  it('of an earlier version, which has no lease, ends after three minutes', async () => {
    const table = tableAt(`${app.world.prefix}attribution`, testDynamo());
    const at = new Date(app.world.clock.now).toISOString();
    const facts = { run: 'spend_0mi8gq2j1aaaaaaaaaaaaaa', environment: 'live', digest: 'x', at };
    await table.put({ pk: `SPENDRUN#${owner.id}`, sk: 'RUN', kind: 'spend_run', ...facts });
    app.world.clock.now += 179_000;
    expect((await sendRows(app, owner.headers, [campaign('c1', 2)])).status).toBe(202);
    app.world.clock.now += 2000;
    expect((await sendRows(app, owner.headers, [campaign('c1', 3)])).status).toBe(201);
  });

  it('is finished before the next import if all its days were stored', async () => {
    await stagedImport();
    app.world.clock.now += 30_001;
    const next = await sendRows(app, owner.headers, [campaign('c2', 5, { day: day2 })]);
    expect(next.status).toBe(201);
    expect(await counted(app, owner.id)).toEqual([`${day1} google_ads default c1 1`, `${day2} google_ads default c2 5`]);
    expect((await list()).map(({ status }) => status)).toEqual(['completed', 'completed']);
  });

  it('that nobody can finish is given up: its import fails, its days are taken back, and the account is free', async () => {
    await imported(app, owner.headers, [campaign('c1', 9)]);
    app.world.clock.now += 1000;
    await stagedImport();
    const table = tableAt(`${app.world.prefix}attribution`, testDynamo());
    // A backup that was read while the import ran has a day that neither import knows.
    const [day] = (await allItems(app.world, 'attribution')).filter(({ kind }) => kind === 'spend_day');
    await table.put({ ...day, importId: 'spend_0mi8gq2j1zzzzzzzzzzzzzz' } as Item);
    const answers = [];
    for (let at = 0; at <= maxRunTries; at++) {
      app.world.clock.now += 30_001;
      answers.push((await sendRows(app, owner.headers, [campaign('later', 1, { day: day2 })])).status);
    }
    expect(answers.slice(0, -1)).toEqual(Array(maxRunTries).fill(202));
    expect(answers.at(-1)).toBe(201);
    expect((await list()).map(({ status }) => status)).toEqual(['completed', ...Array(maxRunTries).fill('pending'), 'failed', 'completed']);
  });

  /** The import has stored its day, and its owner dies before the day counts. */
  async function stagedImport() {
    const dying = await startApp(app.world, {
      refusesForLoad: ({ operation, body }) => operation === 'TransactWriteItems' && body.includes('SPENDDAYS#'),
    });
    expect((await sendRows(dying, owner.headers, [campaign('c1', 1)])).status).toBe(503);
    app.world.messages.length = 0;
  }
});

it('an owner renews its run before each step once a third of the lease is over, and stops when the run has ended', async () => {
  await deadRun('spend_a');
  let at = 0;
  const hold = holdRun(owner.id, 'spend_a', { spendImports: imports(), elapsed: () => at });
  const until = async () => (await imports().runOf(owner.id))?.until ?? 0;
  const first = await until();
  app.world.clock.now += 9000;
  at = 9000;
  await hold();
  expect(await until()).toBe(first);
  app.world.clock.now += 1000;
  at = 10_000;
  await hold();
  expect(await until()).toBe(first + 10_000);
  await imports().release(owner.id, 'spend_a');
  at = 21_000;
  await expect(hold()).rejects.toThrow(RunEnded);
});

describe('an import whose messages are gone, as after a restore', () => {
  const lookLater = async (id: string | null | undefined) => {
    app.world.clock.now += 600_001;
    const looks = await Promise.all([read(id), list(), undo(id)]);
    const sent = app.world.messages.filter(({ queue }) => queue === 'spend_import');
    expect(sent).toHaveLength(1);
    await app.work('spend_import');
    return looks;
  };

  it('is continued by the first look after ten minutes: of a file as a whole', async () => {
    const rows = Array.from({ length: 2001 }, (_, at) => campaign(`c${at}`, '0.10'));
    const { import_id } = await imported(app, owner.headers, rows);
    app.world.messages.length = 0;
    await lookLater(import_id);
    expect(await read(import_id)).toMatchObject({ status: 'completed', rows: 2001 });
  });

  it('fails with a reason if its rows were in a request', async () => {
    const dying = await startApp(app.world, {
      refusesForLoad: ({ operation, body }) => operation !== 'GetItem' && body.includes('SPENDVERSION#'),
    });
    expect((await sendRows(dying, owner.headers, [campaign('c1', 1)])).status).toBe(503);
    app.world.messages.length = 0;
    const [open] = await list();
    expect(open).toMatchObject({ status: 'running' });
    await lookLater(open?.import_id);
    expect(await read(open?.import_id)).toMatchObject({
      status: 'failed',
      problems: [{ code: 'interrupted' }],
    });
  });

  it('that was being undone is undone', async () => {
    const { import_id } = await imported(app, owner.headers, [campaign('c1', 1)]);
    const dying = await startApp(app.world, {
      refusesForLoad: ({ operation, body }) => operation === 'DeleteItem' && body.includes('SPENDDAYS#'),
    });
    const request = { params: { id: import_id ?? '' }, query: {}, headers: owner.headers };
    expect((await dying.spend.undoSpendImport(request)).status).toBe(503);
    app.world.messages.length = 0;
    app.world.clock.now += 600_001;
    expect(await read(import_id)).toMatchObject({ status: 'undoing' });
    await app.work('spend_import');
    expect(await read(import_id)).toMatchObject({ status: 'undone' });
    expect(await counted(app, owner.id)).toEqual([]);
  });
});

it('an import that can never be stored fails at once with a reason, and the next import runs', async () => {
  const table = tableAt(`${app.world.prefix}attribution`, testDynamo());
  const now = () => app.world.clock.now;
  const deps = {
    now,
    spendImports: imports(),
    spendDays: spendDaysIn(table),
    spendStops: spendStopsIn(table),
  };
  const order: SpendOrder = {
    id: newImportId(now()),
    accountId: owner.id,
    environment: 'live',
    network: 'meta',
    adAccount: 'a',
    mode: 'replace_days',
    currency: 'USD',
    timeZone: 'UTC',
    pixelKey: null,
    by: { kind: 'user', id: null },
    createdAt: new Date(now()).toISOString(),
  };
  const names = { campaignId: null, adGroupId: null, adGroup: null, adId: null, ad: null };
  // Random letters are not compressed, so that the row fills more than an item.
  const row = { ...names, campaign: randomBytes(400_000).toString('base64'), spend: decimalOf('1') };
  const facts = { day: day1, level: 'campaign', currency: 'USD', timeZone: 'UTC', pixelKey: null } as const;
  const days = [{ ...facts, rows: [{ ...row, impressions: null, clicks: null }] }];
  const applying = applyImport(order, { days: days as never, rows: 1, summed: 0, skipped: null }, deps);
  await expect(applying).rejects.toThrow(Unstorable);
  expect(await read(order.id)).toMatchObject({ status: 'failed', problems: [{ code: 'not_storable' }] });
  expect((await sendRows(app, owner.headers, [campaign('c1', 2)])).status).toBe(201);
});

it('a message that failed at every receive fails its import with a reason, and is a dead letter', async () => {
  const rows = Array.from({ length: 2001 }, (_, at) => campaign(`c${at}`, '0.10'));
  const { import_id } = await imported(app, owner.headers, rows);
  const [sent] = app.world.messages.splice(0);
  expect(await app.attempt('spend_import', sent?.message as object, 30)).toBe(false);
  expect(await read(import_id)).toMatchObject({ status: 'failed', problems: [{ code: 'interrupted' }] });
  // A dead letter that is sent back changes nothing.
  expect(await app.attempt('spend_import', sent?.message as object)).toBe(true);
  expect(await read(import_id)).toMatchObject({ status: 'failed' });
});
