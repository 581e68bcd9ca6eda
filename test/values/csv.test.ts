import { csvOf } from '#shared/values/csv.ts';

describe('a CSV file', () => {
  it.each([
    '=1',
    '+1',
    '-x',
    '@x',
    '＝1+1',
    '＋1',
    '－1',
    '＠x',
    '﹦1',
    '\ufe62x',
    '\ufe63x',
    '\ufe6bx',
    '\tx',
    // Some of these invisible marks are letters or accents in Unicode.
    '\u200b=1',
    '\u202e＝1',
    ' =1',
    '\u00a0+1',
    '\u3164=1',
    '\u034f=1',
  ])('a CSV file marks as text what a spreadsheet would run: %j', (sign) => expect(csvOf([[sign]])).toBe(`'${sign}\r\n`));

  it.each(['a=1', '1-2', '\u200ba', 'x＝1', '', '-25.99', -1])('a CSV file leaves other texts and numbers as they are: %j', (plain) =>
    expect(csvOf([[plain]])).toBe(`${plain}\r\n`),
  );

  it('a CSV file quotes texts with commas, quotes or lines, and leaves nothing for null', () =>
    expect(csvOf([['a "b", c', 1, null], ['=HYPERLINK("x")']])).toBe('"a ""b"", c",1,\r\n"\'=HYPERLINK(""x"")"\r\n'));
});
