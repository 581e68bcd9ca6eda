import { read as readReconciliation, sendAll, sentOrder } from '#test/api/reconciliation/scene.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { type Cell, date, workbook } from '#test/kit/workbook.ts';
import { counted, sendFile } from './scene.ts';

let app: TestApp;
let owner: Awaited<ReturnType<typeof newAdvertiser>>;
beforeEach(async () => {
  app = await startApp(await newWorld());
  owner = await newAdvertiser(app);
});

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** The days 2026-11-18 and 2026-11-19. */
const [day1, day2] = [date(46_344), date(46_345)];
const tiktok: Cell[][] = [
  ['Campaign name', 'By Day', 'Cost', 'Impressions', 'Currency'],
  ['Früh, 1', day1, 12.4, 1000, 'EUR'],
  ['Sommer', day2, 8.1, 500, 'EUR'],
  ['Total of 2 results', '-', 20.5, 1500, ''],
];
const report = workbook([
  { name: 'About', rows: [['Report of the account']] },
  { name: 'Data', rows: tiktok },
]);
const note = { code: 'read_as_workbook', fields: [], message: 'The sheet "Data" of the workbook was read' };

async function uploaded(file: Uint8Array<ArrayBuffer>): Promise<string> {
  const size = { size_bytes: file.length };
  const { upload_id } = bodyOf(await app.spend.createUpload({ body: size, headers: owner.headers }));
  app.world.objects.files.set(`uploads/${owner.id}/${upload_id}`, Buffer.from(file));
  return upload_id;
}

describe('a report of spend as a workbook', () => {
  const expected = ['2026-11-18 tiktok default Früh, 1 12.4', '2026-11-19 tiktok default Sommer 8.1'];
  it.each(['application/octet-stream', workbookType])('is imported as %s', async (type) => {
    const query = { network: 'tiktok' };
    expect(await sendFile(app, owner.headers, report, query, type)).toMatchObject({
      status: 201,
      body: { rows: 2, skipped: { total: 1 }, spend_after: '20.50', warnings: [note] },
    });
    expect(await counted(app, owner.id)).toEqual(expected);
  });

  it('is imported from an upload in the background', async () => {
    const body = { network: 'tiktok', upload_id: await uploaded(report) };
    const { import_id } = bodyOf(await app.spend.createSpendImport({ body, query: {}, headers: owner.headers }));
    await app.work('spend_import');
    const params = { id: import_id ?? '' };
    const spendImport = bodyOf(await app.spend.readSpendImport({ params, query: {}, headers: owner.headers }));
    expect(spendImport).toMatchObject({ status: 'completed', rows: 2, warnings: [note] });
    expect(await counted(app, owner.id)).toEqual(expected);
  });

  it('goes by names where its IDs are numbers with more than 15 digits', async () => {
    const long = (text: string): Cell => ({ xml: `<c><v>${text}</v></c>` });
    const rows: Cell[][] = [
      ['Day', 'Campaign ID', 'Campaign name', 'Amount spent (EUR)'],
      [day1, long('120213000000000123'), 'Spring', 12.4],
      [day1, long('1.2021300000000001E+17'), 'Summer', 8.1],
    ];
    const file = workbook([{ rows }]);
    const query = { network: 'meta' };
    const { status, body } = await sendFile(app, owner.headers, file, query, workbookType);
    expect({ status, body }).toMatchObject({ status: 201, body: { rows: 2, summed: 0 } });
    expect(body.warnings).toMatchObject([{ code: 'rounded_id' }, { code: 'read_as_workbook' }]);
  });

  it.each([
    ['is protected or of before 2007', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0), /workbook that cannot be read/],
    ['was decoded as text in transit', Buffer.from(Buffer.from(report).toString('utf8')), /octet-stream/],
  ])('is named if it %s, with a network and without', async (_, bytes, message) => {
    const file = new Uint8Array(bytes);
    for (const query of [{ network: 'tiktok' }, {}] as Record<string, string>[])
      expect(await sendFile(app, owner.headers, file, query, workbookType)).toMatchObject({
        status: 422,
        body: { detail: [{ type: 'excel_workbook', loc: ['body'], msg: expect.stringMatching(message) }] },
      });
  });
});

describe('orders of a shop', () => {
  const orders: Cell[][] = [
    ['Order ID', 'Order Status', 'Order Date', 'Order Total Amount', 'Order Currency'],
    [91_001, 'Completed', date(46_346.5), 55, 'EUR'],
    [91_002, 'On hold', date(46_346.5), 20.5, 'EUR'],
  ];
  const compared = { status: 'completed', orders: 2, excluded: 1, arrived: 1, format: 'woocommerce' };
  const reconcile = (file: Uint8Array<ArrayBuffer>, type = 'application/octet-stream') =>
    sendFile(app, owner.headers, file, {}, type, 'pixel/reconciliations');
  const ended = async (id: unknown) => {
    await app.work('reconciliation');
    return await readReconciliation(app, owner, String(id));
  };
  beforeEach(() => sendAll(app, owner, [sentOrder('91001', '55.00', { currency: 'EUR' })]));

  it('as a workbook are compared, and the answer names the sheet', async () => {
    const { body } = await reconcile(workbook([{ name: 'Orders', rows: orders }]), workbookType);
    const warnings = [{ code: 'read_as_workbook', message: 'The sheet "Orders" of the workbook was read' }];
    expect(await ended(body.reconciliation_id)).toMatchObject({ ...compared, warnings });
  });

  it('as an uploaded workbook are compared, and a workbook that cannot be read fails with its name', async () => {
    const start = async (file: Uint8Array<ArrayBuffer>) => {
      const body = { upload_id: await uploaded(file), time_zone: 'UTC' };
      const answer = await app.reconciliation.createReconciliation({
        body,
        query: {},
        headers: owner.headers,
      });
      return await ended(bodyOf(answer).reconciliation_id);
    };
    expect(await start(workbook([{ rows: orders }]))).toMatchObject({
      ...compared,
      warnings: [{ code: 'read_as_workbook' }],
    });
    expect(await start(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0))).toMatchObject({
      status: 'failed',
      problems: [{ code: 'excel_workbook' }],
    });
  });

  it('in Windows-1252 and in UTF-16 are read, the first with a note', async () => {
    const text = `Bestellnummer;Bestellstatus;Bestelldatum;Bestellsumme;Währung
91001;Abgeschlossen;20.11.2026 12:00;55,00;EUR
91002;Zurückgestellt;20.11.2026 12:00;20,50;EUR`;
    const { body } = await reconcile(new Uint8Array(Buffer.from(text, 'latin1')));
    const notes = [{ code: 'read_as_windows_1252' }];
    expect(await ended(body.reconciliation_id)).toMatchObject({ ...compared, warnings: notes });
    const { body: wide } = await reconcile(new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le')));
    expect(await ended(wide.reconciliation_id)).toMatchObject({ ...compared, warnings: [] });
  });
});

describe('adjustments', () => {
  const rows: Cell[][] = [
    ['event_id', 'net_value', 'reason', 'effective_at', 'note'],
    ['order_created:1', 5.25, 'refund', date(46_346.5), 'zurück'],
  ];
  const adjust = (file: Uint8Array<ArrayBuffer>, type = 'application/octet-stream') =>
    sendFile(app, owner.headers, file, {}, type, 'pixel/adjustments');
  beforeEach(() => sendAll(app, owner, [sentOrder('1', '20.00')]));

  it('as a workbook are read, with a note', async () => {
    const file = workbook([{ rows: [['Refunds of the week']] }, { name: 'Refunds', rows }]);
    expect(await adjust(file, workbookType)).toMatchObject({
      status: 200,
      body: {
        results: [{ net_value: '5.25', adjustment: { effective_at: '2026-11-20T12:00:00.000Z' } }],
        warnings: [{ code: 'read_as_workbook', message: 'The sheet "Refunds" of the workbook was read' }],
      },
    });
    const broken = await adjust(workbook([{ rows }]).subarray(0, 500).slice());
    expect(broken).toMatchObject({ status: 422, body: { detail: [{ type: 'excel_workbook' }] } });
  });

  it('are refused by the first line too many, however many follow', async () => {
    const [heading = [], row = []] = rows;
    const many = workbook([{ rows: [heading, ...Array<Cell[]>(30_000).fill(row)] }]);
    const blank = workbook([{ rows: [heading, ...Array<Cell[]>(30_000).fill([]), row] }]);
    const refusals = { long: await adjust(many), blank: await adjust(blank) };
    expect(refusals).toMatchObject({
      long: { status: 422, body: { detail: [{ type: 'too_long', msg: 'At most 1000 lines' }] } },
      blank: { status: 422, body: { detail: [{ type: 'too_long', msg: 'At most 10000 lines' }] } },
    });
  });

  it('in another kind of file are named, as orders and spend are', async () => {
    const page = new Uint8Array(Buffer.from('<html><table><tr><td>event_id</td></tr></table></html>'));
    const refusal = { status: 422, body: { detail: [{ type: 'not_a_table', loc: ['body'] }] } };
    expect(await adjust(page)).toMatchObject(refusal);
    const octets = 'application/octet-stream';
    for (const path of ['pixel/reconciliations', 'spend/imports'])
      expect(await sendFile(app, owner.headers, page, {}, octets, path)).toMatchObject(refusal);
  });

  it('in Windows-1252 and in UTF-16 are read, the first with a note', async () => {
    const text = 'event_id;net_value;reason;note\norder_created:1;5,25;refund;zurück';
    expect(await adjust(new Uint8Array(Buffer.from(text, 'latin1')))).toMatchObject({
      status: 200,
      body: {
        results: [{ net_value: '5.25', adjustment: { note: 'zurück' } }],
        warnings: [{ code: 'read_as_windows_1252' }],
      },
    });
    expect(await adjust(new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le')))).toMatchObject({
      status: 200,
      body: { unchanged: 1, warnings: [] },
    });
  });
});
