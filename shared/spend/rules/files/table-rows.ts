import { type DateFormat, dateReader } from '#shared/files/dates.ts';
import { numberReader } from '#shared/files/number-reader.ts';
import { type FigureKind, mixedMarks, unclearMark } from '#shared/files/numbers.ts';
import { type SpendWarning, withoutLostIds } from '#shared/spend/rules/lost-ids.ts';
import { type SentRow, type SpendProblem, tidyName } from '#shared/spend/rules/sent-row.ts';
import type { Columns } from './headings.ts';
import type { FileLine } from './totals.ts';
import { type TotalDifference, withoutTotals } from './totals-by-amount.ts';

const figures = ['spend', 'impressions', 'clicks', 'reported_conversions', 'reported_value'] as const;
type Facts = { columns: Columns; dateFormat: DateFormat | null; currency: string | null };

export type TableRows = {
  rows: SentRow[];
  problems: SpendProblem[];
  warnings: SpendWarning[];
  totals: number;
  totalDifference: TotalDifference | null;
};

export function rowsOfTable(
  dataLines: readonly FileLine[],
  totalLines: readonly FileLine[],
  { columns, dateFormat, currency }: Facts,
): TableRows {
  const problems: SpendProblem[] = [];
  const dayField = columns.at.day === undefined ? 'starts' : 'day';
  const currencyOf = ({ cells }: FileLine) => cells.currency?.toUpperCase() ?? columns.currency ?? currency;
  const dates = dateReader(dateFormat);
  const numbers = numberReader();
  for (const { cells } of dataLines)
    for (const field of [dayField, 'ends'] as const) if (cells[field] !== undefined) dates.see(cells[field]);
  for (const fileLine of [...dataLines, ...totalLines])
    for (const field of figures) {
      const cell = fileLine.cells[field];
      if (cell !== undefined) numbers.see(field, cell, kindOf(field, currencyOf(fileLine)));
    }
  dates.decide();
  for (const field of numbers.decide(columns.markOfLanguage)) problems.push(problem(null, field, 'mixed_number_formats', mixedMarks));

  const figure = (fileLine: FileLine, field: (typeof figures)[number]): string | null => {
    const cell = fileLine.cells[field];
    if (cell === undefined) return null;
    const read = numbers.read(field, cell, kindOf(field, currencyOf(fileLine)));
    if (read.isUnclear) problems.push(problem(fileLine.line, field, 'ambiguous_number', unclearMark));
    return read.figure;
  };
  const dayOf = (cell: string | undefined, line: number | null): string => {
    const date = dates.read(cell ?? '');
    if (date !== 'ambiguous') return date?.iso ?? '';
    if (line !== null) problems.push(problem(line, 'day', 'ambiguous_date', ambiguousText));
    return '2000-01-01';
  };
  const sentRows = dataLines.map(
    (fileLine): SentRow => ({
      line: fileLine.line,
      day: dayOf(fileLine.cells[dayField], fileLine.line),
      ...namesOf(fileLine),
      spend: figure(fileLine, 'spend') ?? '0',
      impressions: figure(fileLine, 'impressions'),
      clicks: figure(fileLine, 'clicks'),
      reportedConversions: figure(fileLine, 'reported_conversions'),
      reportedValue: figure(fileLine, 'reported_value'),
      currency: fileLine.cells.currency?.toUpperCase() ?? columns.currency,
    }),
  );
  const lost = withoutLostIds(sentRows);
  problems.push(...lost.problems);
  const endsByLine = new Map(
    dataLines.flatMap(({ line, cells: { day, ends, starts } }) =>
      day === undefined && ends !== starts ? [[line, dayOf(ends, null)]] : [],
    ),
  );
  const withTotals = lost.rows.map((row) => ({ row, to: endsByLine.get(row.line) ?? row.day }));
  const fileTotals = totalLines.map((total) => ({
    line: total.line,
    spend: figure(total, 'spend'),
    currency: total.cells.currency?.toUpperCase() ?? columns.currency,
  }));
  const { rows, totals, difference, ...more } = withoutTotals(withTotals, fileTotals, currency);
  for (const { row } of rows)
    if (endsByLine.has(row.line)) problems.push(problem(row.line, 'day', 'not_daily', 'The row is of more than one day'));
  return {
    rows: rows.map(({ row }) => row),
    problems: [...problems, ...more.problems],
    warnings: lost.warnings,
    totals,
    totalDifference: difference,
  };
}

const namesOf = ({ cells }: FileLine) => ({
  campaignId: name(cells.campaign_id),
  campaign: name(cells.campaign),
  adGroupId: name(cells.ad_group_id),
  adGroup: name(cells.ad_group),
  adId: name(cells.ad_id),
  ad: name(cells.ad),
});

/** Spreadsheets write a formula such as `="123"` to keep an ID a text. The text of an ad may have several lines. */
function name(cell: string | undefined): string | null {
  const text = tidyName(
    cell
      ?.replace(/^="(.*)"$/, '$1')
      .replace(/^\[(.*)\]$/, '$1')
      .replace(/[\t\r\n]+/g, ' '),
  );
  return text === null || /^-{1,2}$/.test(text) ? null : text;
}

function kindOf(field: (typeof figures)[number], currency: string | null): FigureKind {
  if (field === 'spend' || field === 'reported_value') return { currency };
  return field === 'reported_conversions' ? 'figure' : 'count';
}

const ambiguousText = 'It is not clear which number is the month: send `date_format`';
const problem = (line: number | null, field: string | null, code: string, message: string): SpendProblem => ({
  line,
  field,
  code,
  message,
});
