export const dateFormats = ['YYYY-MM-DD', 'MM/DD/YYYY', 'DD/MM/YYYY'] as const;
export type DateFormat = (typeof dateFormats)[number];

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

export type ReadDate = { iso: string } | { year: string; first: number; second: number } | null;

export function readDate(cell: string): ReadDate {
  const text = cell.trim();
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]00:00(?::00)?(?:\.0+)?Z?)?$/.exec(text);
  if (iso) return dated(iso[1], iso[2], iso[3]);
  const basic = /^(\d{4})(\d\d)(\d\d)$/.exec(text);
  if (basic) return dated(basic[1], basic[2], basic[3]);
  // In dates with points, the day is first.
  const pointed = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  if (pointed) return dated(pointed[3], pointed[2], pointed[1]);
  const dateMatch =
    /^(?:[a-z]{3,9},? )?([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})$/i.exec(text) ??
    /^(?:[a-z]{3,9},? )?(?<day>\d{1,2})[ -]([a-z]{3})[a-z]*\.?[ -](\d{4})$/i.exec(text);
  if (dateMatch) {
    const [, a = '', b = '', year] = dateMatch;
    const [month, day] = /^\d/.test(a) ? [b, a] : [a, b];
    const at = months.indexOf(month.toLowerCase());
    return at < 0 ? null : dated(year, String(at + 1), day);
  }
  const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text);
  if (!slashed) return null;
  const [first, second] = [Number(slashed[1]), Number(slashed[2])];
  return { year: slashed[3] ?? '', first, second };
}

const dated = (year = '', month = '', day = ''): { iso: string } => ({
  iso: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
});

/** A number above twelve is no month and proves the order. */
export function orderOf(
  dates: readonly ReadDate[],
  dateFormat: DateFormat | null,
): DateFormat | 'ambiguous' | null {
  if (dateFormat !== null && dateFormat !== 'YYYY-MM-DD') return dateFormat;
  const numericDates = dates.filter((date) => date !== null && 'first' in date);
  if (numericDates.length === 0) return null;
  const [hasDayFirst, hasDaySecond] = [
    numericDates.some(({ first }) => first > 12),
    numericDates.some(({ second }) => second > 12),
  ];
  if (hasDayFirst === hasDaySecond)
    // If both numbers of every date are equal, each order gives the same days.
    return !hasDayFirst && numericDates.every(({ first, second }) => first === second)
      ? 'DD/MM/YYYY'
      : 'ambiguous';
  return hasDayFirst ? 'DD/MM/YYYY' : 'MM/DD/YYYY';
}

export function isoOf(date: ReadDate, order: DateFormat | null): string {
  if (date === null) return '';
  if ('iso' in date) return date.iso;
  const [month, day] = order === 'DD/MM/YYYY' ? [date.second, date.first] : [date.first, date.second];
  return dated(date.year, String(month), String(day)).iso;
}
