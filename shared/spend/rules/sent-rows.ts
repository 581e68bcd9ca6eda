import { maxCount, readRow } from './read-row.ts';
import type { SentRow, SpendProblem } from './sent-row.ts';
import { levelClashes, levelClashText } from './spend-levels.ts';
import { type DayFacts, finestLevelOf, type SpendDay, type SpendRow, summedRows } from './spend-rows.ts';

export const maxRows = 50_000;
export const maxDays = 1100;

/** A report can be split by device: `summed` counts the lines that were added to another line. */
export type DaysOf = { days: SpendDay[]; rows: number; summed: number };

/** `today` is the last day that may have spend. */
export function daysOf(
  rows: readonly SentRow[],
  facts: Omit<DayFacts, 'currency'> & { currency: string | null },
  today: string,
): DaysOf | { problems: SpendProblem[] } {
  const problems: SpendProblem[] = [];
  const byDay = new Map<string, { row: SpendRow; line: number; currency: string | null }[]>();
  for (const sentRow of rows) {
    const readResult = readRow(sentRow, facts.currency, today);
    problems.push(...readResult.problems);
    const day = byDay.get(sentRow.day) ?? [];
    day.push({ row: readResult.row, line: sentRow.line, currency: readResult.currency });
    byDay.set(sentRow.day, day);
  }
  // A spread of a whole day's problems would exceed the stack, and a copy for each day is quadratic.
  for (const [day, ofDay] of byDay) for (const problem of dayProblems(day, ofDay)) problems.push(problem);
  if (byDay.size > maxDays) problems.push({ line: null, field: 'day', code: 'too_many_days', message: `At most ${maxDays} days` });
  if (problems.length > 0) return { problems: problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
  const days = [...byDay]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, ofDay]): SpendDay => {
      const [first] = ofDay;
      const rows = summedRows(ofDay.map(({ row }) => row));
      return {
        day,
        timeZone: facts.timeZone,
        pixelKey: facts.pixelKey,
        currency: first?.currency ?? '',
        level: finestLevelOf(rows),
        rows,
      };
    });
  const rowCount = days.reduce((sum, day) => sum + day.rows.length, 0);
  return { days, rows: rowCount, summed: rows.length - rowCount };
}

function dayProblems(day: string, rows: readonly { row: SpendRow; line: number; currency: string | null }[]): SpendProblem[] {
  const lineOf = new Map(rows.map(({ row, line }) => [row, line]));
  const levels = levelClashes(rows.map(({ row }) => row)).map((clash) => ({
    line: lineOf.get(clash.row) ?? null,
    field: null,
    code: 'mixed_levels',
    message: levelClashText(clash, day),
  }));
  const [first] = rows;
  const currencies = rows.flatMap(({ line, currency }) =>
    currency === first?.currency || currency === null || !first?.currency
      ? []
      : [
          {
            line,
            field: 'currency',
            code: 'mixed_currencies',
            message: `${currency} on ${day}, whose first row is in ${first.currency}`,
          },
        ],
  );
  const tooLarge = (['impressions', 'clicks'] as const).flatMap((field) =>
    rows.reduce((sum, { row }) => sum + (row[field] ?? 0), 0) > maxCount
      ? [{ line: null, field, code: 'too_large', message: `${day} has more than ${maxCount} in all` }]
      : [],
  );
  return [...levels, ...currencies, ...tooLarge];
}
