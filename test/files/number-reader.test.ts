import { dateReader } from '#shared/files/dates.ts';
import { numberReader } from '#shared/files/number-reader.ts';
import { figureOf } from '#shared/files/numbers.ts';

describe('an amount with a written currency', () => {
  it.each([
    ['1 012,40 kr', 'SEK', '1012,40'],
    ['12,40 kr.', 'DKK', '12,40'],
    ['1\u00a0012,40 zł', 'PLN', '1012,40'],
    ['1 012,40 Kč', 'CZK', '1012,40'],
    ['12 lei', 'RON', '12'],
    ['12 euros', 'EUR', '12'],
    ['12.50 د.إ.', 'AED', '12.50'],
    ['Rs.100', 'INR', '100'],
    ["CHF 1'012.40", 'CHF', '1012.40'],
    ['R$ 1.012,40', 'BRL', '1.012,40'],
    ['US$1.50', 'USD', '1.50'],
    ['12,-', 'SEK', '12'],
    ['-€12', 'EUR', '-12'],
    ['(12.40)', 'USD', '-12.40'],
    ['12.40-', 'USD', '-12.40'],
    ['$.50', 'USD', '.50'],
  ])('%s in %s is the figure %s', (cell, currency, figure) => {
    expect(figureOf(cell, currency)).toBe(figure);
  });

  it.each([
    ['EUR 12', 'USD'],
    ['€12', 'USD'],
    ['12 kr', 'USD'],
    ['1.2K', 'USD'],
    ['12%', 'EUR'],
    ['12 clicks', null],
    ['1e3', 'EUR'],
  ])('%s in %s is no amount', (cell, currency) => {
    expect(figureOf(cell, currency)).not.toMatch(/^-?[\d.,]+$/);
  });
});

it('the currency words of a language are listed once, and only if the languages before lack the word', () => {
  const formats = vi.spyOn(Intl, 'NumberFormat');
  const countOf = (cell: string) => {
    formats.mockClear();
    figureOf(cell, 'ISK');
    return formats.mock.calls.length;
  };
  const [ofEnglish, ofAll, ofNone] = ['12 kr', '12 foo', '12 bar'].map(countOf);
  expect(ofEnglish).toBe(3);
  expect(ofAll).toBeGreaterThan(100);
  expect(ofNone).toBe(0);
});

it('the decimal mark of a column is decided by all its cells, and else by those of the other columns', () => {
  const cells = [
    ['spend', '1.012,40 kr', { currency: 'SEK' }],
    ['spend', '25.000', { currency: 'SEK' }],
    ['value', '12.345', { currency: 'SEK' }],
    ['rate', '1,234.5', 'figure'],
    ['rate', '12.345', 'figure'],
    ['mixed', '1.5', 'figure'],
    ['mixed', '1,5', 'figure'],
  ] as const;
  const numbers = numberReader();
  for (const [column, cell, kind] of cells) numbers.see(column, cell, kind);
  expect(numbers.decide(null)).toEqual(['mixed']);
  const read = cells.slice(0, 5).map(([column, cell, kind]) => numbers.read(column, cell, kind).figure);
  expect(read).toEqual(['1012.40', '25000', '12.345', '1234.5', '12.345']);
  expect(numbers.read('value', '12.345', { currency: 'SEK' }).isUnclear).toBe(true);
});

it('the order of day and month in a column is decided by all its cells', () => {
  const read = (format: 'MM/DD/YYYY' | null, ...cells: string[]) => {
    const dates = dateReader(format);
    for (const cell of cells) dates.see(cell);
    dates.decide();
    const date = dates.read(cells[0] ?? '');
    return date !== null && date !== 'ambiguous' ? date.iso : date;
  };
  expect(read(null, '03/04/2026', '13/04/2026')).toBe('2026-04-03');
  expect(read(null, '03/04/2026')).toBe('ambiguous');
  expect(read('MM/DD/YYYY', '03/04/2026')).toBe('2026-03-04');
  for (const date of ['1. Nov. 2026', '1 de noviembre de 2026', '2026年11月1日', '1 нояб. 2026 г.', '2026. 11. 1.'])
    expect(read(null, date)).toBe('2026-11-01');
  expect(read(null, '1 Smarch 2026')).toBeNull();
});
