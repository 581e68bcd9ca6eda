import { dateReader, readDate } from '#shared/files/dates.ts';
import { numberReader } from '#shared/files/number-reader.ts';
import { mixedMarks, unclearMark } from '#shared/files/numbers.ts';
import { isDay } from '../kit/dates.ts';

type LineRate = { day: string; from: string; to: string; rate: string };
export type BadLine = { line: number; message: string };

/** Lines are like `2026-11-20,EUR,USD,1.0825`, with or without headings. Days and numbers are read as in reports of spend. */
export function ratesIn(text: string): { rates: LineRate[]; problems: BadLine[] } {
  const dates = dateReader(null);
  const numbers = numberReader();
  const rows = text.split(/\r\n|\r|\n/).flatMap((line, at) => {
    // If semicolons or tabs separate the cells, a comma is part of the number.
    const cells = line.split(/[\t;]/.test(line) ? /[\t;]/ : ',').map((cell) => cell.replace(/^[\s"\uFEFF]+|[\s"]+$/g, ''));
    const [day = '', from = '', to = '', rate = ''] = cells;
    if (line.trim() === '' || (at === 0 && /^\p{L}/u.test(day) && readDate(day) === null)) return [];
    dates.see(day);
    numbers.see('rate', rate, 'figure');
    return { line: at + 1, day, from: from.toUpperCase(), to: to.toUpperCase(), rate };
  });
  dates.decide();
  const [mixedColumn] = numbers.decide(null);
  const problems: BadLine[] = [];
  const rates = new Map<string, LineRate>();
  for (const { line, from, to, ...cells } of rows) {
    const date = dates.read(cells.day);
    const day = date && date !== 'ambiguous' ? date.iso : '';
    const { figure, isUnclear } = numbers.read('rate', cells.rate, 'figure');
    const rate = figure ?? '';
    const key = `${day} ${from} ${to}`;
    const problemOf = () => {
      if (date === 'ambiguous') return 'It is not clear which number is the month: write 2026-11-20';
      if (!isDay(day)) return 'A day expected first, such as 2026-11-20';
      if (!/^[A-Z]{3}$/.test(from) || !/^[A-Z]{3}$/.test(to) || from === to)
        return 'Two different currencies expected, such as EUR and USD';
      if (mixedColumn !== undefined) return mixedMarks;
      // Few rates are above a thousand, so the point of 1.083 begins decimals.
      if (isUnclear && cells.rate.includes(',')) return unclearMark;
      if (!/^\d{1,12}(\.\d{1,12})?$/.test(rate) || Number(rate) === 0) return 'A rate above 0 expected, such as 1.0825';
      return rates.has(key) ? 'This day and pair is in an earlier line, too' : null;
    };
    const message = problemOf();
    if (message !== null) problems.push({ line, message });
    else rates.set(key, { day, from, to, rate });
  }
  return { rates: [...rates.values()], problems };
}
