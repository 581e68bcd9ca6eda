import { csvOf } from '#shared/values/csv.ts';

describe('a CSV file', () => {
  it.each([
    '=1',
    '+1',
    '-1',
    '@x',
    '＝1+1',
    '＋1',
    '－1',
    '＠x',
    '﹦1',
    '\u200b=1',
    '\u202e＝1',
    ' =1',
    '\u00a0+1',
  ])('a CSV file marks as text what a spreadsheet would run: %j', (sign) =>
    expect(csvOf([[sign]])).toBe(`'${sign}\r\n`),
  );

  it.each(['a=1', '1-2', '\u200ba', 'x＝1', ''])('a CSV file leaves other texts as they are: %j', (plain) =>
    expect(csvOf([[plain]])).toBe(`${plain}\r\n`),
  );
});
