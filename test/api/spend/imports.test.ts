import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser, newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';
import { itRefusesUnknownIds } from '#test/kit/unknown-ids.ts';
import { campaign, counted, day1, day2, imported, sendFile, sendRows } from './scene.ts';

let app: TestApp;
let owner: Awaited<ReturnType<typeof newAdvertiser>>;
beforeEach(async () => {
  app = await startApp(await newWorld());
  owner = await newAdvertiser(app);
});
const a = [campaign('c1', '10.00'), campaign('c2', '5.00')];
const b = [campaign('c1', '12.00')];
const undo = (id: string | null) => app.spend.undoSpendImport({ params: { id: id ?? '' }, query: {}, headers: owner.headers });

describe('an import', () => {
  it('an import replaces whole days: {c1 10, c2 5} and then {c1 12} is 12.00, without c2', async () => {
    expect(await imported(app, owner.headers, a)).toMatchObject({
      rows: 2,
      days: 1,
      added: 2,
      spend_before: '0.00',
      spend_after: '15.00',
    });
    const answer = await sendRows(app, owner.headers, b);
    expect(answer).toMatchObject({
      status: 201,
      body: {
        status: 'completed',
        unchanged: false,
        changed: 1,
        removed: 1,
        added: 0,
        spend_before: '15.00',
        spend_after: '12.00',
        problems: [],
      },
    });
    expect(await counted(app, owner.id)).toEqual([`${day1} google_ads default c1 12`]);
  });

  it('an import with mode=upsert merges rows: {c1 10, c2 5} and then {c1 12} is 17.00', async () => {
    await imported(app, owner.headers, a);
    expect(await imported(app, owner.headers, b, { mode: 'upsert' })).toMatchObject({
      changed: 1,
      removed: 0,
      spend_before: '15.00',
      spend_after: '17.00',
    });
    expect(await counted(app, owner.id)).toEqual([`${day1} google_ads default c1 12`, `${day1} google_ads default c2 5`]);
  });

  it('an import replaces days of another currency, and with mode=upsert is 422 for them', async () => {
    await imported(app, owner.headers, a);
    expect(await sendRows(app, owner.headers, b, { currency: 'EUR', mode: 'upsert' })).toMatchObject({
      status: 422,
    });
    expect(await imported(app, owner.headers, b, { currency: 'EUR' })).toMatchObject({ status: 'completed' });
    const days = await Array.fromAsync(app.spendDays.between(owner.id, 'live', day1, day2));
    expect(days).toMatchObject([{ day: day1, currency: 'EUR', rows: [{ spend: '12' }] }]);
  });

  it('an import of the same content again, in any order, is 200 and unchanged', async () => {
    const first = await imported(app, owner.headers, a);
    const again = await sendRows(app, owner.headers, [...a].reverse());
    expect(again).toMatchObject({
      status: 200,
      body: { unchanged: true, import_id: first.import_id, added: 0, changed: 0 },
    });
    for (let at = 0; at < 25; at++) expect((await sendRows(app, owner.headers, a)).status).toBe(200);
  });

  it('an import of which one day differs is not unchanged', async () => {
    const two = [campaign('c1', '10.00'), campaign('c1', '7.00', { day: day2 })];
    await imported(app, owner.headers, two);
    for (const other of [day1, day2]) {
      const rows = [campaign('c1', '10.00'), campaign('c1', '7.00', { day: day2 })].map((row) =>
        row.day === other ? { ...row, spend: '11.00' } : row,
      );
      expect(await sendRows(app, owner.headers, rows)).toMatchObject({
        status: 201,
        body: { unchanged: false, changed: 1 },
      });
      expect((await sendRows(app, owner.headers, two)).status).toBe(201);
    }
    expect((await sendRows(app, owner.headers, two)).status).toBe(200);
  });

  it('an import leaves other days, networks, ad accounts and environments alone', async () => {
    await imported(app, owner.headers, a);
    await imported(app, owner.headers, [campaign('x', 1, { day: day2 })]);
    await imported(app, owner.headers, [campaign('y', 2)], { network: 'meta' });
    await imported(app, owner.headers, [campaign('z', 3)], { account: 'second' });
    await imported(app, owner.headers, [campaign('t', 4)], { environment: 'test' });
    expect(await counted(app, owner.id)).toEqual([
      `${day1} google_ads default c1 10`,
      `${day1} google_ads default c2 5`,
      `${day1} google_ads second z 3`,
      `${day1} meta default y 2`,
      `${day2} google_ads default x 1`,
    ]);
    expect(await counted(app, owner.id, 'test')).toEqual([`${day1} google_ads default t 4`]);
  });

  it('an import as a dry run reports the changes and changes nothing', async () => {
    await imported(app, owner.headers, a);
    const answer = await sendRows(app, owner.headers, b, { dry_run: true });
    expect(answer).toMatchObject({
      status: 200,
      body: { dry_run: true, unchanged: false, import_id: null, removed: 1, spend_after: '12.00' },
    });
    expect(await counted(app, owner.id)).toHaveLength(2);
  });

  it('an import with problems is 422 with each of them at its row, and changes nothing', async () => {
    const rows = [campaign('c1', '-1'), campaign('c2', 1, { day: '2027-01-01' }), campaign('c3', 1), campaign('c3', 1, { ad: 'x' })];
    const { status, body } = await sendRows(app, owner.headers, rows);
    expect(status).toBe(422);
    expect((body as { detail: unknown }).detail).toMatchObject([
      { type: 'negative', loc: ['body', 'rows', 0, 'spend'] },
      { type: 'future_day', loc: ['body', 'rows', 1, 'day'] },
      { type: 'mixed_levels', loc: ['body', 'rows', 3] },
    ]);
    expect(await counted(app, owner.id)).toEqual([]);
  });

  it('an import keeps the digits of IDs that are numbers, which a double would round', async () => {
    const response = await app.send(
      new Request('http://adtrail.local/api/v1/spend/imports', {
        method: 'POST',
        headers: { ...owner.headers, 'content-type': 'application/json' },
        body: `{"network":"meta","currency":"USD","rows":[{"day":"${day1}","campaign_id":120212345678901234,"spend":1}]}`,
      }),
    );
    expect(response.status).toBe(201);
    expect(await counted(app, owner.id)).toEqual([`${day1} meta default 120212345678901234 1`]);
  });

  it('an import with an unknown field or a wrong fact lists the problems of its rows as well', async () => {
    const rows = [{ ...campaign('c1', '-1'), price: 1 }, campaign('c2', 1, { day: '2026-11-31' })];
    const answer = await sendRows(app, owner.headers, rows, { time_zone: 'Mars/X', currency: 'usd' });
    expect(answer.status).toBe(422);
    const { detail } = answer.body as unknown as { detail: { type: string; loc: unknown[] }[] };
    expect(detail.map(({ type, loc }) => [...loc, type].join(' '))).toEqual([
      'body currency string_pattern_mismatch',
      'body time_zone value_error',
      'body rows 0 price extra_forbidden',
      'body rows 0 spend negative',
      'body rows 1 day not_a_day',
    ]);
    const file = `Day,Campaign,Cost\n03/04/2026,c1,-1\n${day1},c1,x\nTotal,,9\n`;
    const ofFile = await sendFile(app, owner.headers, file, { network: 'google_ads', currency: 'USD' });
    expect((ofFile.body as { detail: object[] }).detail).toMatchObject([
      { type: 'ambiguous_date', loc: ['body', 'line', 2, 'day'] },
      { type: 'negative', loc: ['body', 'line', 2, 'spend'] },
      { type: 'not_a_number', loc: ['body', 'line', 3, 'spend'] },
    ]);
  });

  it('an import with an unknown pixel key or a fact in the wrong place lists the problems of its rows as well', async () => {
    const rows = [campaign('c1', '-1'), campaign('c2', 'x')];
    const places = ({ body }: { body: unknown }) => (body as { detail: { loc: unknown[] }[] }).detail.map(({ loc }) => loc.join(' '));
    const sent = await app.spend.createSpendImport({
      body: { network: 'meta', currency: 'USD', pixel_key: 'pk_live_none', rows },
      query: { mode: 'upsert' },
      headers: owner.headers,
    });
    const ofRows = ['body rows 0 spend', 'body rows 1 spend'];
    expect(places(sent)).toEqual(['query mode', 'body pixel_key', ...ofRows]);
    const file = 'day,campaign,spend\n2026-11-18,c1,-1\n';
    const query = { network: 'podcast', currency: 'USD', pixel_key: 'pk_live_none' };
    expect(places(await sendFile(app, owner.headers, file, query))).toEqual(['query pixel_key', 'body line 2 spend']);
  });

  it('an import may have the day that it is in the zone of the ad account, and no later one', async () => {
    for (const [time_zone, at, today, tomorrow] of [
      ['Pacific/Auckland', '2026-11-21T12:00:00Z', '2026-11-22', '2026-11-23'],
      ['America/New_York', '2026-11-22T03:00:00Z', '2026-11-21', '2026-11-22'],
    ] as const) {
      app.world.clock.now = Date.parse(at);
      const statusOf = async (day: string) =>
        (await sendRows(app, owner.headers, [campaign('c1', 1, { day })], { time_zone, account: time_zone })).status;
      expect(await statusOf(today), `${today} in ${time_zone}`).toBe(201);
      expect(await statusOf(tomorrow), `${tomorrow} in ${time_zone}`).toBe(422);
    }
  });

  it('an import that would mix levels with the remaining rows is 422', async () => {
    await imported(app, owner.headers, a);
    const answer = await sendRows(app, owner.headers, [campaign('c1', 1, { ad: 'one' })], { mode: 'upsert' });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ type: 'mixed_levels' }] } });
    const other = await sendRows(app, owner.headers, [campaign('c9', 1, { ad: 'one' })], { mode: 'upsert' });
    expect(other).toMatchObject({ status: 201, body: { added: 1, changed: 0 } });
    const ofAccount = { day: day1, spend: 1 };
    const whole = await sendRows(app, owner.headers, [ofAccount], { mode: 'upsert' });
    expect(whole).toMatchObject({ status: 422, body: { detail: [{ type: 'mixed_levels' }] } });
  });

  it('an import of single rows leaves the pixel, time zone and currency of the rows that remain', async () => {
    const facts = { pixel_key: owner.pixelKey, time_zone: 'America/New_York' };
    await imported(app, owner.headers, a, facts);
    const upsert = (more: object) => sendRows(app, owner.headers, [campaign('c3', 1)], { mode: 'upsert', ...facts, ...more });
    for (const [more, type] of [
      [{ pixel_key: undefined }, 'mixed_pixels'],
      [{ time_zone: 'UTC' }, 'mixed_time_zones'],
      [{ currency: 'EUR' }, 'mixed_currencies'],
    ] as const)
      expect(await upsert(more)).toMatchObject({ status: 422, body: { detail: [{ type }] } });
    expect(await upsert({})).toMatchObject({ status: 201, body: { added: 1, changed: 0 } });
    const all = [...a, campaign('c3', 1)];
    expect(await sendRows(app, owner.headers, all, { mode: 'upsert' })).toMatchObject({ status: 201 });
  });

  it('an import can be a CSV file in UTF-8 or UTF-16, with its parameters in the query', async () => {
    const file = `Report\nDay,Campaign,Cost\n${day1},c1,10.00\n${day1},c2,5.00\nTotal: Account,,15.00\n`;
    const query = { network: 'google_ads', currency: 'USD' };
    expect(await sendFile(app, owner.headers, file, query)).toMatchObject({
      status: 201,
      body: { rows: 2, skipped: { title: 1, total: 1 }, spend_after: '15.00' },
    });
    expect(await sendRows(app, owner.headers, a)).toMatchObject({ status: 200, body: { unchanged: true } });
    const wide = new Uint8Array(Buffer.from(`\uFEFF${file.replaceAll(',', '\t')}`, 'utf16le'));
    expect(await sendFile(app, owner.headers, wide, query, 'application/octet-stream')).toMatchObject({
      status: 200,
      body: { unchanged: true },
    });
    expect(await sendFile(app, owner.headers, file, { currency: 'USD' })).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'unclear_network', loc: ['query', 'network'] }] },
    });
    expect(await sendFile(app, owner.headers, 'Show,Price\na,1\n', {})).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'unknown_headings', loc: ['query', 'network'] }] },
    });
    expect(await sendFile(app, owner.headers, file.replace('15.00', '15.02'), query)).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'total_differs', loc: ['body', 'line', 5, 'spend'] }] },
    });
  });

  it('an import of a file in a currency without decimals reads 25.000 as thousands', async () => {
    const heading = 'Día,Nombre de la campaña,Importe gastado (CLP),Impresiones';
    const file = `${heading}\n2026-11-18,Uno,25.000,900\n2026-11-18,Dos,1.250,12.000\n`;
    expect(await sendFile(app, owner.headers, file, { network: 'meta' })).toMatchObject({
      status: 201,
      body: { spend_after: '26250.00', currencies: ['CLP'] },
    });
    const euros = 'Day,Campaign,Cost\n2026-11-18,Uno,25.000\n';
    const query = { network: 'google_ads', currency: 'EUR' };
    expect(await sendFile(app, owner.headers, euros, query)).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'ambiguous_number', loc: ['body', 'line', 2, 'spend'] }] },
    });
  });

  it('an import of a file whose headings a single network has needs no network, and its answer names it', async () => {
    const meta = `Reporting starts,Reporting ends,Campaign name,Amount spent (EUR)\n${day1},${day1},c1,10.00\n`;
    const query = { account: 'social', time_zone: 'Europe/Paris' };
    const facts = { network: 'meta', account: 'social', time_zone: 'Europe/Paris', currencies: ['EUR'] };
    expect(await sendFile(app, owner.headers, meta, { ...query, dry_run: 'true' })).toMatchObject({
      status: 200,
      body: { ...facts, dry_run: true, added: 1, spend_after: '10.00' },
    });
    expect(await counted(app, owner.id)).toEqual([]);
    expect(await sendFile(app, owner.headers, meta, query)).toMatchObject({ status: 201, body: facts });
    expect(await counted(app, owner.id)).toEqual([`${day1} meta social c1 10`]);
  });

  it('a secret key sends and undoes imports, but neither sets nor reads aliases, exchange rates and joins', async () => {
    const { key: headers } = await newAdvertiser(app);
    const rates = [{ day: day1, from: 'EUR', to: 'USD', rate: '1.1' }];
    const refused = await Promise.all([
      app.spend.setSpendAliases({ body: { aliases: [] }, query: {}, headers }),
      app.spend.listSpendAliases({ query: {}, headers }),
      app.spend.setExchangeRates({ body: { rates }, headers }),
      app.spend.listExchangeRates({ query: {}, headers }),
      app.spend.listSpendJoins({ query: {}, headers }),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    const { import_id: id } = await imported(app, headers, a);
    const params = { id: id ?? '' };
    expect((await app.spend.readSpendImport({ params, query: {}, headers })).status).toBe(200);
    expect(bodyOf(await app.spend.listSpendImports({ query: {}, headers })).imports).toHaveLength(1);
    expect((await app.spend.undoSpendImport({ params, query: {}, headers })).status).toBe(200);
  });

  it('an import accepts a secret key with its own environment, and no read-only key', async () => {
    const answer = await sendRows(app, owner.key, a);
    expect(answer.status).toBe(201);
    expect(await counted(app, owner.id)).toHaveLength(2);
    expect((await sendRows(app, owner.key, a, { environment: 'test' })).status).toBe(403);
    const read = await owner.issue({ name: 'r', kind: 'read', environment: 'live' });
    expect((await sendRows(app, { authorization: `Bearer ${read.key}` }, a)).status).toBe(401);
    const scoped = await owner.issue({
      name: 's',
      kind: 'secret',
      environment: 'live',
      pixel_key: owner.pixelKey,
    });
    const headers = { authorization: `Bearer ${scoped.key}` };
    expect((await sendRows(app, headers, a)).status).toBe(403);
    expect((await app.spend.createUpload({ body: { size_bytes: 10 }, headers })).status).toBe(403);
  });

  it("a client's import is made by its manager alone, and recorded for both", async () => {
    const manager = await newUser(app);
    const query = { client_user_id: owner.id };
    const body = { network: 'meta', currency: 'USD', rows: a };
    expect((await app.spend.createSpendImport({ body, query, headers: manager.headers })).status).toBe(403);
    const pair = { manager_user_id: manager.id, client_user_id: owner.id };
    const operator = { 'x-svc-dev-token': operatorToken };
    expect((await app.operators.linkManagedClient({ body: pair, headers: operator })).status).toBeLessThan(300);
    expect((await app.spend.createSpendImport({ body, query, headers: manager.headers })).status).toBe(201);
    expect(await counted(app, owner.id)).toHaveLength(2);
    await app.settle();
    const log = bodyOf(await app.activity.listActivity({ query: { type: 'spend_imported' }, headers: owner.headers }));
    expect(log.entries).toMatchObject([{ actor: { kind: 'user', id: String(manager.id) }, details: { network: 'meta', rows: 2 } }]);
  });

  it('an import is refused above twenty a day', async () => {
    const statuses: number[] = [];
    for (let at = 1; at <= 21; at++) statuses.push((await sendRows(app, owner.headers, [campaign('c', at)])).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 429]);
  });
});

describe('undoing an import', () => {
  it('undoing imports restores every row, step by step, and is repeatable', async () => {
    const first = await imported(app, owner.headers, a);
    const before = await counted(app, owner.id);
    const second = await imported(app, owner.headers, [...b, campaign('n', 1, { day: day2 })]);
    expect(await undo(first.import_id)).toMatchObject({ status: 409, body: { code: 'superseded' } });
    expect(await undo(second.import_id)).toMatchObject({ status: 200, body: { status: 'undone' } });
    expect(await counted(app, owner.id)).toEqual(before);
    expect((await undo(second.import_id)).status).toBe(200);
    expect((await undo(first.import_id)).status).toBe(200);
    expect(await counted(app, owner.id)).toEqual([]);
    expect((await sendRows(app, owner.headers, a)).status).toBe(201);
  });

  it.each([
    ['the first', day1],
    ['the last', day2],
  ])('undoing an import changes nothing and is 409 if a later import changed %s of its days', async (_, day) => {
    const account = { account: `undone ${day}` };
    const two = [campaign('c1', '10.00'), campaign('c1', '7.00', { day: day2 })];
    const { import_id } = await imported(app, owner.headers, two, account);
    await imported(app, owner.headers, [campaign('c1', '1.00', { day })], account);
    const before = await counted(app, owner.id);
    expect(await undo(import_id)).toMatchObject({ status: 409, body: { code: 'superseded' } });
    expect(await counted(app, owner.id)).toEqual(before);
  });

  it('undoing an import of another account is 404', async () => {
    const { import_id } = await imported(app, owner.headers, a);
    const other = await newAdvertiser(app);
    const answer = await app.spend.undoSpendImport({
      params: { id: import_id ?? '' },
      query: {},
      headers: other.headers,
    });
    expect(answer.status).toBe(404);
  });
});

describe('the list of imports', () => {
  it('the list of imports has the newest first, page by page, and each with its days', async () => {
    const ids: (string | null)[] = [];
    for (let at = 1; at <= 3; at++) {
      ids.push((await imported(app, owner.headers, [campaign('c', at), campaign('c', at, { day: day2 })])).import_id);
      app.world.clock.now += 1000;
    }
    const first = bodyOf(await app.spend.listSpendImports({ query: { limit: 2 }, headers: owner.headers }));
    const rest = bodyOf(
      await app.spend.listSpendImports({
        query: { limit: 2, cursor: first.next_cursor ?? '' },
        headers: owner.headers,
      }),
    );
    expect([...first.imports, ...rest.imports].map(({ import_id }) => import_id)).toEqual(ids.reverse());
    const read = await app.spend.readSpendImport({
      params: { id: ids[0] ?? '' },
      query: {},
      headers: owner.headers,
    });
    expect(read).toMatchObject({
      status: 200,
      body: {
        percent: 100,
        difference: [
          { day: day1, changed: 1, replaces: ids[1] },
          { day: day2, spend_before: '2.00', spend_after: '3.00' },
        ],
      },
    });
  });
});

itRefusesUnknownIds('spend', () => app);
