import { strToU8, unzipSync, zipSync } from 'fflate';
import { adjustmentTable } from '#functions/api/adjustments/adjustment-file.ts';
import { plainTable } from '#shared/files/workbooks/plain-table.ts';
import { WorkbookProblem } from '#shared/files/workbooks/workbook-problem.ts';
import { zipEntries } from '#shared/files/workbooks/zip-entries.ts';
import { tableOfFile } from '#shared/spend/source-of-file.ts';
import { type Cell, date, workbook } from '#test/kit/workbook.ts';

const xml = (text: string): Cell => ({ xml: text });
const simple = workbook([{ rows: [['Day', 'Cost']] }]);

async function problemOf(bytes: Uint8Array) {
  const error = await plainTable(bytes, () => true).catch((thrown: unknown) => thrown);
  return error instanceof WorkbookProblem ? error : { code: 'read', message: '' };
}
const codeOf = async (bytes: Uint8Array) => (await problemOf(bytes)).code;
const linesOf = async (bytes: Uint8Array) => new TextDecoder().decode((await plainTable(bytes, () => true)).bytes).split('\n');

/** The workbook with other parts, as their XML. */
function withParts(bytes: Uint8Array, parts: Record<string, string>, level: 0 | 6 = 6) {
  const files = unzipSync(bytes);
  for (const [name, text] of Object.entries(parts)) files[name] = strToU8(text);
  return new Uint8Array(zipSync(files, { level }));
}

/** Edits each record of a kind in an archive. */
function edited(bytes: Uint8Array, signature: number, edit: (view: DataView, at: number) => void) {
  const copy = Uint8Array.from(bytes);
  const view = new DataView(copy.buffer);
  for (let at = 0; at <= copy.length - 22; at++) if (view.getUint32(at, true) === signature) edit(view, at);
  return copy;
}
const signatures = { file: 0x04034b50, entry: 0x02014b50, end: 0x06054b50 };
const inEntries = (at: number, value: number) => edited(simple, signatures.entry, (view, start) => view.setUint32(start + at, value, true));
const flagged = (at: number, value: number) => edited(simple, signatures.entry, (view, start) => view.setUint16(start + at, value, true));
const replaced = (bytes: Uint8Array, before: string, after: string) =>
  Uint8Array.from(Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(before, after), 'latin1'));

/** The CPU of a call in milliseconds. */
async function cpuOf(call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await call();
  return process.cpuUsage(before).user / 1000;
}

describe('a hostile archive', () => {
  const named = (count: number) => Array.from({ length: count }, (_, at) => [`${at}`, new Uint8Array()]);
  const broken = edited(simple, signatures.file, (view, at) => view.setUint8(at + 30 + view.getUint16(at + 26, true), 0xff));
  const longer = new Uint8Array([...simple, ...new Uint8Array(64)]);
  const withoutDirectory = edited(longer, signatures.end, (view, at) => {
    view.setUint16(at + 10, 1, true);
    view.setUint32(at + 16, simple.length, true);
  });
  const twoOfOneName = withParts(simple, { 'xl/workbook2xml': '<workbook/>' });
  it.each([
    ['states more than 10,000 files', zipSync(Object.fromEntries(named(10_001))), 'workbook_too_large'],
    ['states that each file has 4 GB', inEntries(24, 0xffff_fff0), 'workbook_too_large'],
    ['states fewer bytes than a file has', inEntries(24, 40), 'excel_workbook'],
    ['states more bytes than a file has', inEntries(24, 5000), 'excel_workbook'],
    ['states a place beyond its end', inEntries(42, 0x7fff_ffff), 'excel_workbook'],
    ['states more packed bytes than it has', inEntries(20, 0x7fff_ffff), 'excel_workbook'],
    ['has two files of one name', replaced(twoOfOneName, 'workbook2xml', 'workbook.xml'), 'excel_workbook'],
    ['has a directory without files', withoutDirectory, 'excel_workbook'],
    ['has files with a password', flagged(8, 1), 'not_a_table'],
    ['has a compression that no workbook has', flagged(10, 14), 'not_a_table'],
    ['has bytes that do not inflate', broken, 'excel_workbook'],
    [
      'lists fewer files than it states',
      edited(simple, signatures.end, (view, at) => view.setUint16(at + 10, 9000, true)),
      'excel_workbook',
    ],
  ])('that %s is read or refused by its directory', async (_, bytes, code) => {
    expect(await codeOf(bytes)).toBe(code);
  });

  it('has at most so many bytes after inflating, however large it is', () => {
    const sum = [...zipEntries(simple, 1_000_000).values()].reduce((bytes, { size }) => bytes + size, 0);
    expect(() => zipEntries(simple, sum)).not.toThrow();
    expect(() => zipEntries(simple, sum - 1)).toThrow(WorkbookProblem);
  });
});

describe('a hostile part', () => {
  const sheet = 'xl/worksheets/sheet1.xml';
  // Its 64 KB hardly shrink, so it inflates in small pieces.
  const unpackable = Buffer.from(crypto.getRandomValues(new Uint8Array(65_536))).toString('hex');
  const styles = (formats: string, styles: string) => ({
    'xl/styles.xml': `<styleSheet><numFmts>${formats}</numFmts><cellXfs>${styles}</cellXfs></styleSheet>`,
  });

  it.each([
    ['a tag of 2 MB', { [sheet]: `<worksheet><a b="${unpackable.repeat(16)}"/></worksheet>` }],
    ['a deep nesting', { [sheet]: '<a>'.repeat(1000) + '</a>'.repeat(1000) }],
  ])('with %s is refused', async (_, parts) => {
    expect(await codeOf(withParts(simple, parts as Record<string, string>))).toBe('excel_workbook');
  });

  it('with bytes that are no text is refused', async () => {
    const stored = withParts(simple, { [sheet]: '<worksheet>...</worksheet>' }, 0);
    expect(await codeOf(stored)).toBe('read');
    expect(await codeOf(replaced(stored, '...</', '\u00FF\u00FE\u00FD</'))).toBe('excel_workbook');
  });

  it('expands no entities, and reads no text of comments and declarations', async () => {
    const doctype = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/hosts">]>';
    const cells = '<row><c t="str"><v>&b;&c;<!-- 1 -->x&lt;&#65;</v></c></row>';
    const bytes = withParts(simple, {
      [sheet]: `<?xml version="1.0"?>${doctype}<worksheet><sheetData>${cells}</sheetData></worksheet>`,
    });
    expect(await linesOf(bytes)).toEqual(['"&b;&c;x<A"']);
  });

  it('with a format of 100,000 brackets, or with many styles of it, costs no more than a short one', async () => {
    const format = (code: string) => `<numFmt numFmtId="164" formatCode="${code}"/>`;
    const bracketed = withParts(simple, styles(format('['.repeat(100_000)), '<xf numFmtId="164"/>'), 0);
    const repeated = withParts(simple, styles(format(`${'&quot;x&quot;'.repeat(20)}0`), '<xf numFmtId="164"/>'.repeat(2000)), 0);
    expect(await cpuOf(() => linesOf(bracketed))).toBeLessThan(300);
    expect(await cpuOf(() => linesOf(repeated))).toBeLessThan(300);
  });

  it('with 8,000 sheets of 8,000 parts costs no square of them', async () => {
    const numbers = Array.from({ length: 8000 }, (_, at) => at);
    const relations = numbers.map((at) => `<Relationship Id="r${at}" Target="worksheets/sheet1.xml"/>`);
    const sheets = numbers.map((at) => `<sheet name="a" r:id="r${7999 - at}"/>`);
    const bytes = withParts(
      simple,
      {
        'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
        'xl/workbook.xml': `<workbook><sheets>${sheets.join('')}</sheets></workbook>`,
      },
      0,
    );
    expect(await cpuOf(() => linesOf(bytes))).toBeLessThan(600);
  });
});

describe('a hostile sheet', () => {
  const sheetOf = (xml: string) => workbook([{ rows: [], xml }]);

  it('with one cell at the last place of Excel has no lines', async () => {
    expect(await linesOf(sheetOf('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'))).toEqual(['']);
  });

  it('has 2,000 of 16,384 columns', async () => {
    const [line = ''] = await linesOf(sheetOf(`<row>${'<c><v>1</v></c>'.repeat(16_384)}</row>`));
    expect(line.split(',')).toHaveLength(2000);
  });

  it('with a far row shares the maximum of the workbook with the other sheets', async () => {
    const far = { rows: [], xml: '<row r="1048576"><c r="A1"><v>1</v></c></row>' };
    const none = () => false;
    await expect(plainTable(workbook([far, far]), none)).resolves.toBeDefined();
    await expect(plainTable(workbook(Array(5).fill(far)), none)).rejects.toThrow(WorkbookProblem);
  });

  it('is recognised by its beginning alone', async () => {
    const rows: Cell[][] = Array.from({ length: 3000 }, (_, at) => [`${'x'.repeat(200)} ${at}`]);
    const texts: string[] = [];
    await plainTable(workbook([{ rows }]), (start) => texts.push(new TextDecoder().decode(start)) > 0);
    expect(texts).toEqual([expect.stringMatching(/ \d+"\n$/)]);
    expect(texts[0]?.length).toBeLessThan(262_146);
  });

  it('has whole lines at its beginning, so that its letters and quotes are those of the sheet', async () => {
    const data = { name: 'Data', rows: [['Día', 'Coste'], ...Array(6000).fill(['ñ'.repeat(24), '1.00'])] };
    for (const title of ['x', 'xy']) {
      const bytes = workbook([
        { name: 'Cover', rows: [['Empresa']] },
        { ...data, rows: [[title], ...data.rows] },
      ]);
      expect(await tableOfFile(bytes, {})).toMatchObject({ sheet: 'Data' });
    }
    const wide = { name: 'Wide', rows: [Array.from({ length: 1500 }, (_, at) => `${'x'.repeat(200)}${at}`)] };
    const adjustments = { name: 'Adjustments', rows: [['event_id', 'net_value', 'reason']] };
    expect(await adjustmentTable(workbook([wide, adjustments]))).toMatchObject({ sheet: 'Adjustments' });
    await expect(adjustmentTable(workbook([wide]))).resolves.toMatchObject({ sheet: 'Wide' });
  });

  it('with one long text in 100,000 cells is refused', async () => {
    const xml = `<row>${'<c t="s"><v>0</v></c>'.repeat(1000)}</row>`.repeat(100);
    const strings = `<si><t>${Array.from({ length: 120 }, (_, at) => `text ${at}`).join(' ')}</t></si>`;
    expect(await codeOf(workbook([{ rows: [], xml }], { strings }))).toBe('workbook_too_large');
  });
});

describe('a workbook as people store it', () => {
  const cellsOf = async (cells: Cell[]) => (await linesOf(workbook([{ rows: [cells] }])))[0];

  it('has negative times, days without a calendar and percents as stored, and dates as texts', async () => {
    const cells = [date(-0.5), date(3_000_000), date(0.25), date(1.5)];
    expect(await cellsOf(cells)).toBe('"-0.5","3000000","06:00:00","1899-12-31 12:00:00"');
    const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="10"/><xf numFmtId="46"/></cellXfs></styleSheet>';
    const mixed = workbook([
      {
        rows: [[xml('<c s="1"><v>0.125</v></c>'), xml('<c s="2"><v>46346.25</v></c>'), xml('<c t="d"><v>2026-11-20T10:00:00</v></c>')]],
      },
    ]);
    const table = await linesOf(withParts(mixed, { 'xl/styles.xml': styles }));
    expect(table).toEqual(['"0.1250","2026-11-20 06:00:00","2026-11-20T10:00:00"']);
  });

  it('has the first cell of merged ones, and is read if its sheets are protected against changes', async () => {
    const bytes = withParts(
      workbook([
        {
          rows: [
            ['Report', ''],
            ['Day', 'Cost'],
          ],
        },
      ]),
      {},
    );
    const files = unzipSync(bytes);
    const text = new TextDecoder().decode(files['xl/worksheets/sheet1.xml']);
    const more = '<sheetProtection sheet="1" password="CC1A"/><mergeCells><mergeCell ref="A1:B1"/></mergeCells>';
    const marked = text.replace('</sheetData>', `</sheetData>${more}`);
    expect(await linesOf(withParts(bytes, { 'xl/worksheets/sheet1.xml': marked }))).toEqual(['"Report"', '"Day","Cost"']);
  });

  it('has no sheet that its author hid', async () => {
    const rows = [['Day']];
    const sheets = ['hidden', 'veryHidden'].map((state) => ({ name: state, state, rows }));
    expect((await plainTable(workbook([...sheets, { name: 'shown', rows }]), () => true)).sheet).toBe('shown');
  });
});

describe('another file that people take for a table', () => {
  const compound = (stream: string) =>
    Uint8Array.from(Buffer.concat([Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0), Buffer.from(stream, 'utf16le')]));
  const archive = (...names: string[]) => new Uint8Array(zipSync(Object.fromEntries(names.map((name) => [name, strToU8('<x/>')]))));
  const wide = (text: string) => Uint8Array.from(Buffer.from(`\uFEFF${text}`, 'utf16le'));
  it.each([
    ['a workbook with a password', compound('EncryptedPackage'), 'excel_workbook', /password/],
    ['.xls', compound('Workbook'), 'excel_workbook', /before 2007 \(\.xls\)/],
    ['.xls of Excel 95', compound('Book'), 'excel_workbook', /before 2007/],
    ['.xlsb', archive('[Content_Types].xml', 'xl/workbook.bin'), 'excel_workbook', /\.xlsb/],
    ['.ods', archive('mimetype', 'content.xml'), 'not_a_table', /OpenDocument/],
    ['.numbers', archive('Index/Document.iwa', 'preview.jpg'), 'not_a_table', /Numbers/],
    ['.numbers of 2013', archive('Index.zip'), 'not_a_table', /Numbers/],
    ['.zip', archive('report.csv'), 'not_a_table', /ZIP archive: unpack/],
    ['.zip of a workbook', archive('report.xlsx'), 'not_a_table', /ZIP archive: unpack/],
    ['.gz', Uint8Array.of(0x1f, 0x8b, 8, 0), 'not_a_table', /\.gz/],
    ['.pdf', strToU8('%PDF-1.7\n'), 'not_a_table', /PDF/],
    ['a web page called .xls', strToU8('\n<html xmlns:x="x"><table>'), 'not_a_table', /web page/],
    ['a web page in UTF-16', wide('<table><tr>'), 'not_a_table', /web page/],
    ['the XML of Excel 2003', strToU8('\uFEFF<?xml version="1.0"?><Workbook/>'), 'not_a_table', /XML/],
    ['a CSV file whose first cell has a bracket', strToU8('<b>,Day,Cost'), 'read', /^$/],
  ])('%s is named', async (_, bytes, code, message) => {
    expect(await problemOf(bytes)).toMatchObject({ code, message: expect.stringMatching(message) });
  });
});
