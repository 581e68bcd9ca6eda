import { monthOf } from './month-names.ts';

export const dateFormats = ['YYYY-MM-DD', 'MM/DD/YYYY', 'DD/MM/YYYY'] as const;
export type DateFormat = (typeof dateFormats)[number];

export type ReadDate = { iso: string } | { year: string; first: number; second: number } | null;

const maxDate = 60;
const named = {
  monthFirst: /^(?:\p{L}+\.?,? )?(\p{L}{3,12})\.? (\d{1,2}),? (\d{4})$/u,
  dayFirst: /^(?:\p{L}+\.?,? )?(\d{1,2})(?:\.|st|nd|rd|th|º|er)?(?: de)?[ -](\p{L}{3,12})\.?(?: de)?[ -](\d{4})(?: г\.| р\.)?$/u,
};

/** The reader of the dates of all files. A date such as 03/04/2026 has no order of day and month yet. */
export function readDate(cell: string): ReadDate {
  const plain = cell.trim();
  if (plain.length > maxDate) return null;
  const text = plain
    .replace(/^="(.*)"$/, '$1')
    .normalize('NFKC')
    .replace(/[\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]$/, '$1-$2-$3')
    .replace(/^(\d{4})\. (\d{1,2})\. (\d{1,2})\.$/, '$1-$2-$3');
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]0?0:00(?::00)?(?:\.0+)?Z?)?$/.exec(text);
  if (iso) return dated(iso[1], iso[2], iso[3]);
  const basic = /^(\d{4})(\d\d)(\d\d)$/.exec(text);
  if (basic) return dated(basic[1], basic[2], basic[3]);
  // In dates with points, the day is first.
  const pointed = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})(?: 0?0:00(?::00)?)?$/.exec(text);
  if (pointed) return dated(pointed[3], pointed[2], pointed[1]);
  const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?: 0?0:00(?::00)?)?$/.exec(text);
  if (slashed) return { year: slashed[3] ?? '', first: Number(slashed[1]), second: Number(slashed[2]) };
  const [, month = '', day = '', year] = named.monthFirst.exec(text) ?? [];
  if (year !== undefined) return ofMonth(year, month, day);
  const [, firstDay = '', secondMonth = '', lastYear] = named.dayFirst.exec(text) ?? [];
  return lastYear === undefined ? null : ofMonth(lastYear, secondMonth, firstDay);
}

function ofMonth(year: string, name: string, day: string): ReadDate {
  const month = monthOf(name);
  return month === null ? null : dated(year, String(month), day);
}

const dated = (year = '', month = '', day = ''): { iso: string } => ({
  iso: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
});

/** A number above twelve is no month and proves the order. */
export function orderOf(dates: readonly ReadDate[], dateFormat: DateFormat | null): DateFormat | 'ambiguous' | null {
  if (dateFormat !== null && dateFormat !== 'YYYY-MM-DD') return dateFormat;
  const numericDates = dates.filter((date) => date !== null && 'first' in date);
  if (numericDates.length === 0) return null;
  const [hasDayFirst, hasDaySecond] = [numericDates.some(({ first }) => first > 12), numericDates.some(({ second }) => second > 12)];
  if (hasDayFirst === hasDaySecond)
    // If both numbers of every date are equal, each order gives the same days.
    return !hasDayFirst && numericDates.every(({ first, second }) => first === second) ? 'DD/MM/YYYY' : 'ambiguous';
  return hasDayFirst ? 'DD/MM/YYYY' : 'MM/DD/YYYY';
}

export function isoOf(date: ReadDate, order: DateFormat | null): string {
  if (date === null) return '';
  if ('iso' in date) return date.iso;
  const [month, day] = order === 'DD/MM/YYYY' ? [date.second, date.first] : [date.first, date.second];
  return dated(date.year, String(month), String(day)).iso;
}

/**
 * The order of day and month in a column is decided once, by all its cells: `see` each date, then `decide`, then
 * `read` each date. `ambiguous` means that no cell and no request says which number is the month.
 */
export function dateReader(dateFormat: DateFormat | null) {
  const dates: ReadDate[] = [];
  let order: DateFormat | 'ambiguous' | null = null;
  return {
    see: (cell: string): void => {
      const date = readDate(cell);
      if (date !== null && 'first' in date) dates.push(date);
    },
    decide(): void {
      order = orderOf(dates, dateFormat);
    },
    read(cell: string): { iso: string } | 'ambiguous' | null {
      const date = readDate(cell);
      if (date === null || 'iso' in date) return date;
      return order === 'ambiguous' ? order : { iso: isoOf(date, order) };
    },
  };
}
