import { feedSpend } from '#shared/assistant-ads/feed-spend.ts';
import { spendImportsIn } from '#shared/spend/store/spend-imports.ts';
import { spendStopsIn } from '#shared/spend/store/spend-stops.ts';
import { tableAt } from '#shared/store/table.ts';
import { dayOf, reading, row } from '#test/assistant-ads/reading.ts';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';
import { subscriber } from '#test/webhooks/scene.ts';
import { campaign, sendFile } from './scene.ts';
import { importedOn, november, reported, spent } from './stopped-scene.ts';

let app: TestApp;
let owner: Awaited<ReturnType<typeof subscriber>>;
beforeEach(async () => {
  app = await startApp(await newWorld(Date.parse('2026-11-01T12:00:00Z')));
  owner = await subscriber(app);
});
const on = (day: number, rows: Parameters<typeof importedOn>[3], more?: Parameters<typeof importedOn>[4]) =>
  importedOn(app, owner, day, rows, more);
const events = async () => (await reported(app, owner)).events;
const undo = async (id: string | null) =>
  app.spend.undoSpendImport({
    params: { id: id ?? '' },
    query: {},
    headers: await app.signIn(owner.id),
  });

describe('spend.stopped', () => {
  it('is sent with an e-mail when a complete day has 0 after seven days with spend, and once', async () => {
    await on(9, spent(1, 8));
    expect(await events()).toEqual([]);
    await on(10, spent(9, 9, 0));
    const { mails, data } = await reported(app, owner);
    expect(data).toEqual([
      {
        network: 'google_ads',
        account: 'default',
        currency: 'USD',
        last_day: november(8),
        last_day_spend: '5.00',
        stopped_on: november(9),
      },
    ]);
    expect(mails).toEqual(['No spend at Google Ads since 9 November 2026']);
    await on(11, spent(9, 10, 0));
    await on(11, spent(9, 10, 0));
    await on(12, spent(3, 3, '7.00'));
    await on(12, spent(8, 8, 0));
    expect(await reported(app, owner)).toMatchObject({ events: [november(9)], mails: [expect.anything()] });
  });

  it('is sent once by requests at the same moment', async () => {
    await on(9, spent(1, 8));
    app.world.clock.now += 86_400_000;
    await Promise.all([1, 2, 3].map(() => on(10, spent(9, 9, 0))));
    await app.work('spend_import');
    expect(await reported(app, owner)).toMatchObject({ events: [november(9)], mails: [expect.anything()] });
  });

  it('is sent again when spend has returned for seven days and stops anew', async () => {
    await on(10, [...spent(1, 8), ...spent(9, 9, 0)]);
    await on(12, [...spent(10, 10), ...spent(11, 11, 0)]);
    expect(await events()).toEqual([november(9)]);
    await on(18, spent(11, 17));
    await on(19, spent(18, 18, 0));
    expect(await events()).toEqual([november(9), november(18)]);
  });

  it('is not sent for fewer than seven days in a row, nor for a day that is not over', async () => {
    await on(9, [...spent(1, 3), ...spent(5, 7), ...spent(8, 8, 0)]);
    await on(9, spent(1, 6), { network: 'meta' });
    await on(9, [...spent(7, 7, 0)], { network: 'meta' });
    await on(9, [...spent(1, 8), ...spent(9, 9, 0)], { network: 'tiktok' });
    expect(await events()).toEqual([]);
  });

  it('is sent by the days of the ad account, which in Auckland are over at noon UTC', async () => {
    const auckland = (network: string) => ({ network, time_zone: 'Pacific/Auckland' });
    await on(9, [...spent(1, 8), ...spent(9, 9, 0), ...spent(10, 10)], auckland('meta'));
    await on(9, spent(2, 8), auckland('tiktok'));
    await on(9, spent(3, 8), auckland('tiktok'));
    expect(await events()).toEqual([]);
    await on(9, [...spent(1, 8), ...spent(9, 9, 0)], auckland('linkedin'));
    expect(await events()).toEqual([november(9)]);
  });

  it('is sent for days that the newest report leaves out, if the reports came up to date before', async () => {
    await on(9, spent(2, 8));
    expect((await on(10, spent(3, 8))).unchanged).toBe(true);
    expect(await events()).toEqual([november(9)]);
    await on(11, spent(4, 8, '5.10'));
    expect(await events()).toEqual([november(9)]);
  });

  it('is sent for days without rows in the period that the title of a report states', async () => {
    app.world.clock.now = Date.parse('2026-11-12T12:00:00Z');
    const lines = spent(1, 8).map(({ day, campaign: name }) => `${day},${name},USD,5`);
    const title = 'Campaign report\n"November 1, 2026 - November 11, 2026"';
    const file = `${title}\nDay,Campaign,Currency code,Cost\n${lines.join('\n')}\n`;
    const headers = await app.signIn(owner.id);
    expect((await sendFile(app, headers, file, { network: 'google_ads' })).status).toBe(201);
    expect(await events()).toEqual([november(9)]);
  });

  it('is not sent for a report of the past, nor for a correction of some days', async () => {
    await on(20, spent(1, 10));
    expect(await events()).toEqual([]);
    await on(25, spent(1, 15));
    await on(9, spent(1, 8), { network: 'meta' });
    await on(12, spent(3, 4, '9.00'), { network: 'meta' });
    expect(await events()).toEqual([]);
    await on(20, spent(9, 19), { network: 'meta' });
    await on(20, spent(5, 5, 0), { network: 'meta' });
    expect(await events()).toEqual([]);
  });

  it('is for each ad account and each environment alone', async () => {
    const stop = async (more: Parameters<typeof importedOn>[4]) => {
      await on(9, spent(1, 8), more);
      await on(10, spent(9, 9, 0), more);
    };
    await stop({ account: 'a' });
    await stop({ account: 'b' });
    await stop({ account: 'a', environment: 'test' });
    const { mails, data } = await reported(app, owner);
    expect(data.map((one) => (one as { account: string }).account).sort()).toEqual(['a', 'b']);
    expect(mails).toHaveLength(2);
  });

  it('of test data is an event without an e-mail', async () => {
    const world = await startApp(await newWorld(Date.parse('2026-11-01T12:00:00Z')));
    const tester = await subscriber(world, { environment: 'test' });
    await importedOn(world, tester, 9, spent(1, 8), { environment: 'test' });
    await importedOn(world, tester, 10, spent(9, 9, 0), { environment: 'test' });
    expect(await reported(world, tester)).toMatchObject({ events: [november(9)], mails: [] });
  });

  it('sends no e-mail to somebody who has unsubscribed', async () => {
    await app.workerDeps('effects').mailPreferences.set(owner.id, false);
    await on(9, spent(1, 8));
    await on(10, spent(9, 9, 0));
    expect(await reported(app, owner)).toMatchObject({ events: [november(9)], mails: [] });
  });

  it('is not repeated when the import is undone and made again, and is sent for another day', async () => {
    await on(9, spent(1, 8));
    const { import_id } = await on(10, spent(8, 9, 0));
    expect(await events()).toEqual([november(8)]);
    expect((await undo(import_id)).status).toBe(200);
    const again = await on(10, spent(8, 9, 0));
    expect(await events()).toEqual([november(8)]);
    await undo(again.import_id);
    await on(10, spent(9, 9, 0));
    expect(await events()).toEqual([november(8), november(9)]);
  });

  it('stays reported when another import of the ad account is undone', async () => {
    await on(9, spent(1, 8));
    await on(10, spent(9, 9, 0));
    const other = await on(10, spent(2, 2, '7.00'));
    expect((await undo(other.import_id)).status).toBe(200);
    await on(10, spent(8, 8, 0));
    expect(await events()).toEqual([november(9)]);
  });

  it('of an earlier day is sent when the import of a later one was wrong and is undone', async () => {
    await on(9, spent(1, 8));
    const { import_id } = await on(12, [...spent(9, 10), ...spent(11, 11, 0)]);
    expect(await events()).toEqual([november(11)]);
    expect((await undo(import_id)).status).toBe(200);
    await on(12, spent(9, 11, 0));
    expect(await events()).toEqual([november(11), november(9)]);
  });

  it('is sent for an import in the background', async () => {
    await on(9, spent(1, 8));
    const many = Array.from({ length: 2001 }, (_, at) => campaign(`c${at}`, 0, { day: november(9) }));
    await on(10, many);
    await app.work('spend_import');
    expect(await events()).toEqual([november(9)]);
  });

  it("is sent for the assistant's own download, also when nothing in it is new", async () => {
    const now = () => app.world.clock.now;
    const table = tableAt(`${app.world.prefix}attribution`, testDynamo());
    const deps = {
      now,
      spendDays: app.spendDays,
      spendImports: spendImportsIn(table, { now }),
      spendStops: spendStopsIn(table),
      queues: { send: async () => {} },
    };
    const download = async (today: number, last: number) => {
      app.world.clock.now = Date.parse(`${november(today)}T12:00:00Z`);
      const days = Array.from({ length: today - 1 }, (_, at) =>
        dayOf(november(at + 1), at < last ? [row('1', 'c', { spendMicros: 1_500_000 })] : []),
      );
      await feedSpend(owner.id, reading({ days }), deps);
    };
    await download(9, 8);
    expect(await events()).toEqual([]);
    await download(10, 8);
    await download(11, 8);
    const { data, mails } = await reported(app, owner);
    expect(data).toMatchObject([{ network: 'assistant', account: 'act_1', stopped_on: november(9) }]);
    expect(mails).toEqual(['No spend at the assistant since 9 November 2026']);
  });
});
