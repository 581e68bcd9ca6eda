import { readDate } from '#shared/files/dates.ts';
import type { Line } from '#shared/files/file-text.ts';
import type { SpendProblem } from '#shared/spend/rules/sent-row.ts';
import type { FileOptions, SkippedLines } from './file-rows.ts';
import { headingsOf } from './heading-names.ts';
import { apiHeadings, type Columns, columnsOf, headingLine, isTable, isWithoutDay, withoutDayText } from './headings.ts';

export const maxTitleLines = 40;

export function findHeadings(
  lines: Iterator<Line>,
  { network, columns: namedColumns }: FileOptions,
  skipped: SkippedLines,
): { columns: Columns; coversTo: string | null } | { problems: SpendProblem[] } {
  let coversTo: string | null = null;
  const isKnown = Object.hasOwn(headingsOf, network);
  for (let seen = 0; seen < maxTitleLines; seen++) {
    const next = lines.next();
    if (next.done) break;
    const { cells, line } = next.value;
    const headed = headingLine(cells);
    const columns = columnsOf(headed, isKnown ? headingsOf[network] : apiHeadings, namedColumns);
    const others = Object.keys(headingsOf)
      .map((name) => ({ name, columns: columnsOf(headed, headingsOf[name], namedColumns) }))
      .filter((candidate) => isTable(candidate.columns));
    if (isKnown && isTable(columns)) return { columns, coversTo };
    if (isKnown && others[0])
      return {
        problems: [problem(line, null, 'other_network', `These are the headings of ${others[0].name}, not of ${network}`)],
      };
    const [most] = [columns, ...others.map((candidate) => candidate.columns)]
      .filter(isTable)
      .sort((a, b) => Object.keys(b.at).length - Object.keys(a.at).length);
    if (most) return { columns: most, coversTo };
    if (columns.at.spend !== undefined && columns.isLonger)
      return { problems: [problem(line, 'day', 'not_daily', 'The report has no column of days')] };
    if (isKnown && isWithoutDay(columns, namedColumns)) return { problems: [problem(line, 'day', 'not_daily', withoutDayText)] };
    coversTo ??= endOfPeriod(cells);
    skipped[cells.every((cell) => cell.trim() === '') ? 'blank' : 'title']++;
  }
  const message = 'No headings were recognised: name the columns of day and spend with `columns`';
  return { problems: [problem(null, null, 'unknown_headings', message)] };
}

/** A title states the period, such as `November 1, 2026 - November 14, 2026`. */
function endOfPeriod(cells: readonly string[]): string | null {
  const title = cells.map((cell) => cell.trim()).filter(Boolean);
  const [from, to, ...rest] = title
    .join(', ')
    .split(/ [-\u2013] /)
    .map(readDate);
  return from && to && 'iso' in from && 'iso' in to && rest.length === 0 && from.iso <= to.iso ? to.iso : null;
}

const problem = (line: number | null, field: string | null, code: string, message: string): SpendProblem => ({
  line,
  field,
  code,
  message,
});
