import { maxRows, type SentRow, type SpendProblem, tidyName } from '#shared/spend/rules/sent-rows.ts';
import { type DateFormat, isoOf, orderOf, type ReadDate, readDate } from './dates.ts';
import { BrokenLine, delimiterOf, type Line, linesOf, textOf } from './file-text.ts';
import {
  apiHeadings,
  type ColumnField,
  type Columns,
  columnsOf,
  headingLine,
  headingsOf,
  isTable,
} from './headings.ts';
import { numberReader } from './number-reader.ts';
import { type FigureKind, mixedMarks, unclearMark } from './numbers.ts';
import { type FileLine, isTotalLine, totalProblems } from './totals.ts';

export type FileOptions = {
  network: string;
  currency?: string | null;
  dateFormat: DateFormat | null;
  columns: Partial<Record<ColumnField, string>>;
};
export type SkippedLines = { title: number; blank: number; total: number; note: number };
/** `coversTo` is the last day of the title's period, which may have no rows. */
export type ReadFile = { rows: SentRow[]; skipped: SkippedLines; coversTo: string | null };

export const maxTitleLines = 40;

type Problems = { problems: SpendProblem[]; rows?: SentRow[] };

export function readFile(bytes: Uint8Array, options: FileOptions): ReadFile | Problems {
  if (isSpoilt(bytes)) return { problems: [problem(null, null, 'not_text', spoilt)] };
  try {
    return readTable(bytes, options);
  } catch (error) {
    if (error instanceof BrokenLine)
      return { problems: [problem(error.line, null, 'broken_quotes', error.message)] };
    if (error instanceof TypeError)
      return { problems: [problem(null, null, 'not_text', 'Neither UTF-8 nor UTF-16 text')] };
    throw error;
  }
}

/** If UTF-16 was decoded as UTF-8 in transit, it begins with two replacement characters. */
const isSpoilt = (bytes: Uint8Array) =>
  new TextDecoder().decode(bytes.subarray(0, 6)) === '\uFFFD\uFFFD' && bytes[0] === 0xef;
const spoilt = 'A file in UTF-16 is sent as `application/octet-stream`, or by an upload';

function readTable(bytes: Uint8Array, options: FileOptions): ReadFile | Problems {
  const skipped: SkippedLines = { title: 0, blank: 0, total: 0, note: 0 };
  const lines = linesOf(textOf(bytes), delimiterOf(bytes));
  const headed = findHeadings(lines, options, skipped);
  if ('problems' in headed) return headed;
  const { columns, coversTo } = headed;
  const dataLines: FileLine[] = [];
  const totals: FileLine[] = [];
  for (const line of lines) {
    const fileLine = cellsOf(line, columns);
    if (fileLine.filled === 0) skipped.blank++;
    else if (isTotalLine(fileLine, columns.at.day !== undefined)) {
      skipped.total++;
      totals.push(fileLine);
    } else if (fileLine.filled === 1 && readDate(fileLine.cells.day ?? '') === null) skipped.note++;
    else dataLines.push(fileLine);
    if (dataLines.length + totals.length > maxRows)
      return { problems: [problem(line.line, null, 'too_many_rows', `At most ${maxRows} rows`)] };
  }
  const fileRows = rowsOf(dataLines, totals, { ...options, columns, skipped });
  return 'problems' in fileRows ? fileRows : { ...fileRows, coversTo };
}

function findHeadings(
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
        problems: [
          problem(
            line,
            null,
            'other_network',
            `These are the headings of ${others[0].name}, not of ${network}`,
          ),
        ],
      };
    const [most] = [columns, ...others.map((candidate) => candidate.columns)]
      .filter(isTable)
      .sort((a, b) => Object.keys(b.at).length - Object.keys(a.at).length);
    if (most) return { columns: most, coversTo };
    if (columns.at.spend !== undefined && columns.isLonger)
      return { problems: [problem(line, 'day', 'not_daily', 'The report has no column of days')] };
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
  return from && to && 'iso' in from && 'iso' in to && rest.length === 0 && from.iso <= to.iso
    ? to.iso
    : null;
}

function cellsOf({ line, cells }: Line, { at }: Columns): FileLine {
  const filled = cells.filter((cell) => cell.trim() !== '');
  const entries = Object.entries(at).flatMap(([field, place]) => {
    const cell = cells[place]?.trim();
    return cell ? [[field, cell]] : [];
  });
  return { line, cells: Object.fromEntries(entries), first: filled[0]?.trim() ?? '', filled: filled.length };
}

type Reading = FileOptions & { columns: Columns; skipped: SkippedLines };
const figures = ['spend', 'impressions', 'clicks', 'reported_conversions', 'reported_value'] as const;

function rowsOf(
  dataLines: readonly FileLine[],
  totals: readonly FileLine[],
  { columns, skipped, dateFormat, currency = null }: Omit<Reading, 'columns'> & { columns: Columns },
): Omit<ReadFile, 'coversTo'> | Problems {
  let problems: SpendProblem[] = [];
  const dayField = columns.at.day === undefined ? 'starts' : 'day';
  const dates = dataLines.map(({ cells }) => readDate(cells[dayField] ?? ''));
  const order = orderOf(dates, dateFormat);
  const currencyOf = ({ cells }: FileLine) => cells.currency?.toUpperCase() ?? columns.currency ?? currency;
  const numbers = numberReader();
  for (const fileLine of [...dataLines, ...totals])
    for (const field of figures) {
      const cell = fileLine.cells[field];
      if (cell !== undefined) numbers.see(field, cell, kindOf(field, currencyOf(fileLine)));
    }
  for (const field of numbers.decide(columns.markOfLanguage))
    problems.push(problem(null, field, 'mixed_number_formats', mixedMarks));
  const figure = (fileLine: FileLine, field: (typeof figures)[number]): string | null => {
    const cell = fileLine.cells[field];
    if (cell === undefined) return null;
    const read = numbers.read(field, cell, kindOf(field, currencyOf(fileLine)));
    if (read.isUnclear) problems.push(problem(fileLine.line, field, 'ambiguous_number', unclearMark));
    return read.figure;
  };
  const rows = dataLines.map((fileLine, at): SentRow => {
    const { line, cells } = fileLine;
    const date: ReadDate = dates[at] ?? null;
    if (cells.day === undefined && cells.ends !== cells.starts)
      problems.push(problem(line, 'day', 'not_daily', 'The row is of more than one day'));
    if (date !== null && 'first' in date && order === 'ambiguous')
      problems.push(
        problem(
          line,
          'day',
          'ambiguous_date',
          'It is not clear which number is the month: send `date_format`',
        ),
      );
    return {
      line,
      day:
        order === 'ambiguous' && date !== null && 'first' in date
          ? '2000-01-01'
          : isoOf(date, order === 'ambiguous' ? null : order),
      ...{ campaignId: name(cells.campaign_id), campaign: name(cells.campaign) },
      ...{ adGroupId: name(cells.ad_group_id), adGroup: name(cells.ad_group) },
      ...{ adId: name(cells.ad_id), ad: name(cells.ad) },
      spend: figure(fileLine, 'spend') ?? '0',
      impressions: figure(fileLine, 'impressions'),
      clicks: figure(fileLine, 'clicks'),
      reportedConversions: figure(fileLine, 'reported_conversions'),
      reportedValue: figure(fileLine, 'reported_value'),
      currency: cells.currency?.toUpperCase() ?? columns.currency,
    };
  });
  problems = problems.concat(
    totalProblems(
      rows,
      totals.map((total) => ({ line: total.line, spend: figure(total, 'spend') })),
    ),
  );
  return problems.length > 0 ? { problems, rows } : { rows, skipped };
}

/** Spreadsheets write a formula such as `="123"` to keep an ID a text. */
function name(cell: string | undefined): string | null {
  const text = tidyName(cell?.replace(/^="(.*)"$/, '$1').replace(/^\[(.*)\]$/, '$1'));
  return text === null || /^-{1,2}$/.test(text) ? null : text;
}

function kindOf(field: (typeof figures)[number], currency: string | null): FigureKind {
  if (field === 'spend' || field === 'reported_value') return { currency };
  return field === 'reported_conversions' ? 'figure' : 'count';
}

const problem = (line: number | null, field: string | null, code: string, message: string): SpendProblem => ({
  ...{ line, field, code, message },
});
