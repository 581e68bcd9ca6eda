import { plainTable } from '#shared/files/workbooks/plain-table.ts';
import { WorkbookProblem } from '#shared/files/workbooks/workbook-problem.ts';
import { hasTable } from '#shared/spend/rules/files/networks.ts';
import { type Cell, date, workbook } from '#test/kit/workbook.ts';

const linesOf = async (bytes: Uint8Array, isTable = (_: Uint8Array) => true) => {
  const { bytes: table, sheet } = await plainTable(bytes, isTable);
  return { sheet, lines: new TextDecoder().decode(table).split('\n') };
};
const cellsOf = async (cells: Cell[], options = {}) => (await linesOf(workbook([{ rows: [cells] }], options))).lines[0];
const xml = (text: string): Cell => ({ xml: text });
const codeOf = async (bytes: Uint8Array) => {
  const error = await plainTable(bytes, () => true).catch((thrown: unknown) => thrown);
  return error instanceof WorkbookProblem ? error.code : 'read';
};

/** Writes the sizes of an entry in the directory of an archive. */
function withSize(bytes: Uint8Array<ArrayBuffer>, name: string, size: number): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  for (let at = 0; at < copy.length - 46; at++)
    if (view.getUint32(at, true) === 0x02014b50) {
      const length = view.getUint16(at + 28, true);
      if (new TextDecoder().decode(copy.subarray(at + 46, at + 46 + length)) === name) view.setUint32(at + 24, size, true);
    }
  return copy;
}

describe('a workbook as a table', () => {
  it('has the texts, the numbers and the days of its cells, and row n is line n', async () => {
    const rows: Cell[][] = [['Report'], [], ['Day', 'Campaign', 'Cost'], [date(46_346), 'Früh"ling; 1\n2', 12.5], ['', '', 3]];
    expect(await linesOf(workbook([{ name: 'Tab', rows }]))).toEqual({
      sheet: 'Tab',
      lines: ['"Report"', '', '"Day","Campaign","Cost"', '"2026-11-20","Früh""ling; 1 2","12.5"', '"","","3"'],
    });
  });

  it('counts days from 1904 if the workbook does, and names the time of a day', async () => {
    const cells = [date(44_884), date(44_884.75), xml('<c s="2"><v>44884.999999</v></c>')];
    expect(await cellsOf(cells, { is1904: true })).toBe('"2026-11-20","2026-11-20 18:00:00","2026-11-21"');
  });

  it('has 15 digits of a number without an exponent, and an exponent where digits were lost', async () => {
    const stored = ['0.30000000000000004', '5.0000000000000001E-3', '999999999999999', '1.234', '1E-7'];
    expect(await cellsOf(stored.map((text) => xml(`<c><v>${text}</v></c>`)))).toBe('"0.3","0.0050","999999999999999","1.2340","0.0000001"');
    const longIds = ['120213000000000123', '1.2021300000000001E+17'];
    expect(await cellsOf(longIds.map((text) => xml(`<c><v>${text}</v></c>`)))).toMatch(/^"1\.20213\d+e\+17","1\.20213\d*e\+17"$/);
  });

  it('has the stored values of formulas, and texts of every form', async () => {
    const cells = [
      xml('<c><f>SUM(A1:A2)</f><v>7</v></c>'),
      xml('<c t="str"><f>A1&amp;"x"</f><v>a&amp;b</v></c>'),
      xml('<c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r><rPh><t>no</t></rPh></is></c>'),
      xml('<c t="b"><v>1</v></c>'),
      xml('<c t="e"><v>#N/A</v></c>'),
      xml('<c t="s"><v>0</v></c>'),
    ];
    const strings = '<si><r><t>漢</t></r><r><t>字</t></r><rPh><t>かんじ</t></rPh></si>';
    expect(await cellsOf(cells, { strings })).toBe('"7","a&b","inline","TRUE","#N/A","漢字"');
  });

  it.each(['', 'x'])('is found by its headings when a letter is where its beginning ends, after %j', async (more) => {
    const first: Cell[] = ['2026-11-20', `p${more}`, 1];
    const long: Cell[] = ['2026-11-20', 'é'.repeat(100_000), 1];
    const headings: Cell[] = ['Jour', 'Nom de la campagne', 'Montant dépensé (EUR)'];
    const sheets = [{ rows: [['Rapport']] }, { name: 'Données', rows: [headings, first, long, long] }];
    const { sheet } = await linesOf(workbook(sheets), (table) => hasTable(table, {}));
    expect(sheet).toBe('Données');
  });

  it('is read with prefixes of names, and with absolute paths', async () => {
    const bytes = workbook([{ rows: [['Day', date(46_346)]] }], {
      prefix: 'x',
      target: (file) => `/xl/${file}`,
    });
    expect((await linesOf(bytes)).lines).toEqual(['"Day","2026-11-20"']);
  });

  it('is the first visible sheet that the caller recognises, else the first with cells', async () => {
    const sheets = [
      { name: 'empty', rows: [] },
      { name: 'cover', rows: [['About']] },
      { name: 'hidden', state: 'hidden', rows: [['Day']] },
      { name: 'data', rows: [['Day']] },
    ];
    const isDay = (sheet: Uint8Array) => new TextDecoder().decode(sheet).includes('Day');
    expect((await linesOf(workbook(sheets), isDay)).sheet).toBe('data');
    expect((await linesOf(workbook(sheets), () => false)).sheet).toBe('cover');
  });

  it('leaves out empty rows at its end, and cells beyond 2,000 columns', async () => {
    const far = '<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row><row r="9"><c r="A9" s="1"/></row>';
    expect((await linesOf(workbook([{ rows: [], xml: far }]))).lines).toEqual(['"1"']);
  });
});

describe('a workbook that is refused', () => {
  it.each([
    ['of before 2007, or with a password', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1)],
    ['that is cut off', workbook([{ rows: [['a']] }]).subarray(0, 900)],
    ['with rows out of order', workbook([{ rows: [], xml: '<row r="2"><c><v>1</v></c></row>'.repeat(2) }])],
    ['with tags that do not close', workbook([{ rows: [], xml: '<row><c><v>1</c></row>' }])],
  ])('%s is named, and nothing else', async (_, bytes) => {
    expect(await codeOf(bytes)).toBe('excel_workbook');
  });

  const bomb = workbook([{ rows: [], xml: `<row r="1"><c r="A1"><v>${'0'.repeat(10_000_000)}</v></c></row>` }]);
  it('a small file that would inflate to much more is refused by its directory alone', async () => {
    expect(bomb.length).toBeLessThan(20_000);
    const before = process.cpuUsage();
    expect(await codeOf(bomb)).toBe('workbook_too_large');
    expect(process.cpuUsage(before).user).toBeLessThan(50_000);
  });

  it('a directory that states less than a part has is refused while it inflates', async () => {
    const before = process.cpuUsage();
    expect(await codeOf(withSize(bomb, 'xl/worksheets/sheet1.xml', 1000))).toBe('excel_workbook');
    expect(process.cpuUsage(before).user).toBeLessThan(100_000);
  });

  it('a long text that many cells repeat is refused before it fills the memory', async () => {
    const cells = '<c t="s"><v>0</v></c>'.repeat(1000);
    const xml = Array.from({ length: 20 }, () => `<row>${cells}</row>`).join('');
    const strings = `<si><t>${Array.from({ length: 3300 }, (_, at) => `text ${at}`).join(' ')}</t></si>`;
    expect(await codeOf(workbook([{ rows: [], xml }], { strings }))).toBe('workbook_too_large');
  });

  it('a place far away is refused, or costs no more than a line', async () => {
    const row = (r: number) => `<row r="${r}"><c r="A${r}"><v>1</v></c></row>`;
    expect(await codeOf(workbook([{ rows: [], xml: row(99_999_999) }]))).toBe('excel_workbook');
    expect((await linesOf(workbook([{ rows: [], xml: row(1_048_576) }]))).lines).toHaveLength(1_048_576);
  });
});
