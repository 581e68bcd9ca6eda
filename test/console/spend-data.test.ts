import { workbook } from '#test/kit/workbook.ts';
import { plainFile } from '../../web/console/kit/plain-file.ts';
import { ratesIn } from '../../web/console/spend/rates-in.ts';

const rate = (day: string, text: string) => ({ day, from: 'EUR', to: 'USD', rate: text });

describe('the lines of rates', () => {
  it.each([
    ['days and numbers of a German spreadsheet', 'Tag;Von;Nach;Kurs\n29.11.2026;EUR;USD;0,83', '2026-11-29', '0.83'],
    ['days of an American spreadsheet', '11/29/2026,EUR,USD,1.083', '2026-11-29', '1.083'],
    ['names of months', 'Nov 29, 2026\tEUR\tUSD\t1.0825', '2026-11-29', '1.0825'],
    ['whole numbers with groups', '2026-11-29;EUR;USD;1.083,50', '2026-11-29', '1083.50'],
  ])('have %s', (_, text, day, figure) => {
    expect(ratesIn(text)).toEqual({ rates: [rate(day, figure)], problems: [] });
  });

  it.each([
    ['a day that may be a month', '03/04/2026,EUR,USD,1.1', /which number is the month/],
    ['a comma that may separate thousands', '2026-11-29;EUR;USD;1,083', /thousands or decimals/],
    ['commas and points as decimals', '2026-11-29;EUR;USD;1,08\n2026-11-28;EUR;USD;1.08', /comma before/],
    ['a rate of 0', '2026-11-29,EUR,USD,0.0', /above 0/],
    ['a day that does not exist', '31.02.2026;EUR;USD;1,1', /A day expected/],
  ])('are refused for %s', (_, text, message) => {
    const { problems } = ratesIn(text);
    expect(problems[0]).toEqual({ line: 1, message: expect.stringMatching(message) });
  });
});

describe('a file that is dropped on a page', () => {
  it('is a CSV file of the first sheet with headings, if it is a workbook', async () => {
    const bytes = workbook([{ rows: [['About']] }, { name: 'Data', rows: [['Day', 'Campaign', 'Cost']] }]);
    const file = await plainFile(new File([bytes], 'report.xlsx'));
    expect(file.name).toBe('report.xlsx, Data');
    expect(await file.text()).toBe('"Day","Campaign","Cost"');
  });

  it('stays as it is, if it is no workbook, and is named if it cannot be read', async () => {
    const csv = new File(['Day,Cost'], 'a.csv');
    expect(await plainFile(csv)).toBe(csv);
    const old = new File([Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0)], 'old.xls');
    await expect(plainFile(old)).rejects.toThrow(/Excel workbook that cannot be read/);
  });
});
