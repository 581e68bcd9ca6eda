import { createHash } from 'node:crypto';
import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { campaign, counted, day1, day2, imported, sendFile, sendRows } from './scene.ts';

let app: TestApp;
let owner: Awaited<ReturnType<typeof newAdvertiser>>;
beforeEach(async () => {
  app = await startApp(await newWorld());
  owner = await newAdvertiser(app);
});
const read = async (id: string | null) =>
  bodyOf(await app.spend.readSpendImport({ params: { id: id ?? '' }, query: {}, headers: owner.headers }));
const many = (count: number, from = 0) => Array.from({ length: count }, (_, at) => campaign(`c${from + at}`, '0.10'));

describe('an import of more than 2,000 rows', () => {
  it('a large import is 202, and complete once its worker is done', async () => {
    const answer = await sendRows(app, owner.headers, many(2001));
    expect(answer).toMatchObject({ status: 202, body: { status: 'pending' } });
    const { import_id, status_url } = bodyOf(answer);
    expect(status_url).toBe(`/api/v1/spend/imports/${import_id}`);
    expect(await counted(app, owner.id)).toEqual([]);
    await app.work('spend_import');
    expect(await read(import_id)).toMatchObject({
      status: 'completed',
      rows: 2001,
      added: 2001,
      percent: 100,
      spend_after: '200.10',
    });
    expect(await counted(app, owner.id)).toHaveLength(2001);
    expect((await sendRows(app, owner.headers, many(2001))).status).toBe(200);
    const undone = await app.spend.undoSpendImport({
      params: { id: import_id ?? '' },
      query: {},
      headers: owner.headers,
    });
    expect(undone.status).toBe(200);
    expect(await counted(app, owner.id)).toEqual([]);
  });

  it('a large import counts a day of names beyond an item of the report', async () => {
    const names = Array.from({ length: 2001 }, (_, at) => createHash('sha256').update(`${at}`).digest('hex'));
    await sendRows(
      app,
      owner.headers,
      names.map((name) => campaign(name, '0.10')),
    );
    await app.work('spend_import');
    const days = await Array.fromAsync(app.spendDays.between(owner.id, 'live', day1, day1));
    expect(days.flatMap(({ rows }) => rows.map((row) => row.campaign)).sort()).toEqual(names.sort());
  });

  it('a large import whose content another request imported meanwhile ends unchanged', async () => {
    const ids = [];
    for (let at = 0; at < 2; at++) ids.push(bodyOf(await sendRows(app, owner.headers, many(2001))).import_id);
    await app.work('spend_import');
    expect(await Promise.all(ids.map(read))).toMatchObject([
      { status: 'completed', unchanged: false },
      { status: 'completed', unchanged: true },
    ]);
  });
});

describe('an uploaded file', () => {
  const upload = async (file: string) => {
    const size_bytes = Buffer.byteLength(file);
    const made = bodyOf(await app.spend.createUpload({ body: { size_bytes }, headers: owner.headers }));
    app.world.objects.files.set(`uploads/${owner.id}/${made.upload_id}`, Buffer.from(file));
    return made.upload_id;
  };

  it('an uploaded file replaces the rows', async () => {
    const upload_id = await upload(`Day,Campaign,Cost\n${day1},c1,10.00\n`);
    const answer = await sendRows(app, owner.headers, undefined, { upload_id });
    expect(answer.status).toBe(202);
    await app.work('spend_import');
    expect(await read(bodyOf(answer).import_id)).toMatchObject({
      status: 'completed',
      rows: 1,
      spend_after: '10.00',
    });
    const json = await upload(JSON.stringify({ rows: [campaign('c2', 7)] }));
    await sendRows(app, owner.headers, undefined, { upload_id: json });
    await app.work('spend_import');
    expect(await counted(app, owner.id)).toEqual([`${day1} google_ads default c2 7`]);
  });

  it('an upload that was never sent takes none of the imports of a day', async () => {
    for (let at = 0; at < 21; at++)
      expect(await sendRows(app, owner.headers, undefined, { upload_id: 'upload_none' })).toMatchObject({
        status: 422,
      });
    const upload_id = await upload(`Day,Campaign,Cost\n${day1},c1,10.00\n`);
    expect(await sendRows(app, owner.headers, undefined, { upload_id })).toMatchObject({ status: 202 });
  });

  it("a waiting upload does not replace a later request's import", async () => {
    const upload_id = await upload(`Day,Campaign,Cost\n${day1},c1,10.00\n${day2},c1,11.00\n`);
    const answer = await sendRows(app, owner.headers, undefined, { upload_id });
    app.world.clock.now += 1000;
    await imported(app, owner.headers, [campaign('c1', 12)]);
    await app.work('spend_import');
    expect(await read(bodyOf(answer).import_id)).toMatchObject({ status: 'completed' });
    expect(await counted(app, owner.id)).toEqual([`${day1} google_ads default c1 12`, `${day2} google_ads default c1 11`]);
  });

  it('a waiting upload with mode=upsert adds its rows to those of a later import, and overwrites none', async () => {
    const upload_id = await upload(`Day,Campaign,Cost\n${day1},c1,10.00\n${day1},c2,5.00\n`);
    await sendRows(app, owner.headers, undefined, { upload_id, mode: 'upsert' });
    app.world.clock.now += 1000;
    await imported(app, owner.headers, [campaign('c1', 12)]);
    await app.work('spend_import');
    expect((await counted(app, owner.id)).sort()).toEqual([`${day1} google_ads default c1 12`, `${day1} google_ads default c2 5`]);
  });

  it('an uploaded file with problems fails with all of them, and changes nothing', async () => {
    const upload_id = await upload(`Day,Campaign,Cost\n${day1},c1,-1\n${day1},c1,x\n2027-01-01,c1,1\n`);
    const answer = await sendRows(app, owner.headers, undefined, { upload_id });
    await app.work('spend_import');
    expect(await read(bodyOf(answer).import_id)).toMatchObject({
      status: 'failed',
      problem_count: 3,
      problems: [
        { line: 2, field: 'spend', code: 'negative' },
        { line: 3, field: 'spend', code: 'not_a_number' },
        { line: 4, field: 'day', code: 'future_day' },
      ],
    });
    const undone = await app.spend.undoSpendImport({
      params: { id: bodyOf(answer).import_id ?? '' },
      query: {},
      headers: owner.headers,
    });
    expect(undone).toMatchObject({ status: 409, body: { code: 'import_failed' } });
    expect(await counted(app, owner.id)).toEqual([]);
  });

  it('a dry run of an upload says what would change, or every problem by its line, and changes nothing', async () => {
    const good = await upload(`Day,Campaign,Cost\n${day1},c1,10.00\n${day2},c1,11.00\n`);
    const bad = await upload(`Day,Campaign,Cost\n${day1},c1,-1\n${day1},c1,x\n`);
    const json = await upload(JSON.stringify({ rows: [campaign('c2', 7)] }));
    const dry = (upload_id: string) => sendRows(app, owner.headers, undefined, { upload_id, dry_run: true });
    expect(await dry(good)).toMatchObject({
      status: 200,
      body: { dry_run: true, import_id: null, rows: 2, added: 2, spend_after: '21.00' },
    });
    expect(await dry(json)).toMatchObject({ status: 200, body: { rows: 1, spend_after: '7.00' } });
    expect(await dry(bad)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'line', 2, 'spend'] }, { loc: ['body', 'line', 3, 'spend'] }] },
    });
    expect(await dry('upload_0000000000000000000000')).toMatchObject({ status: 422 });
    const listed = await app.spend.listSpendImports({ query: {}, headers: owner.headers });
    expect(listed.body).toMatchObject({ imports: [] });
  });

  it('an upload has 60 dry runs an hour, and a dry run of rows is none of them', async () => {
    const upload_id = await upload(`Day,Campaign,Cost\n${day1},c1,10.00\n`);
    const dry = () => sendRows(app, owner.headers, undefined, { upload_id, dry_run: true });
    for (let run = 0; run < 60; run++) expect((await dry()).status).toBe(200);
    expect(await dry()).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect((await sendRows(app, owner.headers, [campaign('c2', 7)], { dry_run: true })).status).toBe(200);
    app.world.clock.now += 3_600_000;
    expect((await dry()).status).toBe(200);
  });

  it('a missing upload, and an upload of another account, are 422', async () => {
    const other = await newAdvertiser(app);
    const upload_id = await upload('x');
    for (const [headers, id] of [
      [other.headers, upload_id],
      [owner.headers, '../1/x'],
    ] as const)
      expect(await sendRows(app, headers, undefined, { upload_id: id })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'upload_id'] }] },
      });
  });
});

describe('imports at the same moment', () => {
  it('parallel imports of the same content are one import', async () => {
    const rows = [campaign('c1', 1), campaign('c2', 2), campaign('c1', 3, { day: day2 })];
    const answers = await Promise.all([1, 2, 3].map(() => sendRows(app, owner.headers, rows)));
    const ids = new Set(answers.map((answer) => bodyOf(answer).import_id));
    expect(ids.size).toBe(1);
    await app.work('spend_import');
    expect(bodyOf(await app.spend.listSpendImports({ query: {}, headers: owner.headers })).imports).toMatchObject([
      { status: 'completed', added: 3 },
    ]);
    expect(await counted(app, owner.id)).toHaveLength(3);
  });

  it('parallel imports of different content run in turn, and each can be undone', async () => {
    const answers = await Promise.all([1, 2, 3].map((spend) => sendRows(app, owner.headers, [campaign('c1', spend)])));
    expect(answers.every(({ status }) => status === 201 || status === 202)).toBe(true);
    await app.work('spend_import');
    const { imports } = bodyOf(await app.spend.listSpendImports({ query: {}, headers: owner.headers }));
    expect(imports.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
    const open = new Set(imports.map(({ import_id }) => import_id));
    while (open.size > 0) {
      const before = open.size;
      for (const id of open)
        if ((await app.spend.undoSpendImport({ params: { id }, query: {}, headers: owner.headers })).status === 200) open.delete(id);
      expect(open.size).toBeLessThan(before);
    }
    expect(await counted(app, owner.id)).toEqual([]);
  });

  it('parallel undoings of an import restore every row', async () => {
    await imported(app, owner.headers, [campaign('c1', 1)]);
    const before = await counted(app, owner.id);
    const { import_id } = await imported(app, owner.headers, [campaign('c1', 2), campaign('c2', 2, { day: day2 })]);
    const undo = () => app.spend.undoSpendImport({ params: { id: import_id ?? '' }, query: {}, headers: owner.headers });
    const answers = await Promise.all([undo(), undo(), undo()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await app.work('spend_import');
    expect(await counted(app, owner.id)).toEqual(before);
  });
});

it('50,000 rows need at most 150 MB and report their progress', async () => {
  const lines = Array.from({ length: 50_000 }, (_, at) => {
    const day = new Date(Date.parse('2026-06-01') + (at % 125) * 86_400_000).toISOString().slice(0, 10);
    return `${day},Campaign ${at % 20},Ad group ${at % 100},An ad with a name of its own ${Math.floor(at / 125)},${(at % 997) / 100},${at % 5000},${at % 50}`;
  });
  const file = `Day,Campaign,Ad group,Ad,Cost,Impr.,Clicks\n${lines.join('\n')}\n`;
  expect(Buffer.byteLength(file)).toBeLessThan(5 * 1_048_576);
  const answer = await sendFile(app, owner.headers, file, { network: 'google_ads', currency: 'USD' });
  expect(answer.status).toBe(202);
  globalThis.gc?.();
  const rest = process.memoryUsage().rss;
  let most = rest;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 5);
  await app.work('spend_import');
  clearInterval(watch);
  const { difference, ...done } = await read(String(answer.body.import_id));
  expect(done).toMatchObject({ status: 'completed', rows: 50_000, days: 125, percent: 100 });
  expect(difference).toHaveLength(125);
  expect((most - rest) / 1_048_576).toBeLessThan(150);
});
