import type { PlainTable } from '#shared/files/file-text.ts';
import { dayIn } from '#shared/values/zone-calendar.ts';
import type { FileOptions, SkippedLines } from './rules/files/file-rows.ts';
import { readFile } from './rules/files/read-file.ts';
import type { TotalDifference } from './rules/files/totals-by-amount.ts';
import { type SpendWarning, withoutLostIds } from './rules/lost-ids.ts';
import type { SentRow, SpendProblem } from './rules/sent-row.ts';
import { type DaysOf, daysOf } from './rules/sent-rows.ts';

export type SpendContent = DaysOf & {
  skipped: SkippedLines | null;
  coversTo?: string;
  warnings: SpendWarning[];
  totalDifference: TotalDifference | null;
};
type Facts = FileOptions & { currency: string | null; timeZone: string; pixelKey: string | null };

export function readContent(
  source: PlainTable | { rows: SentRow[] },
  facts: Facts,
  now: number,
): SpendContent | { problems: SpendProblem[] } {
  const contents = 'rows' in source ? contentsOfRows(source.rows) : readFile(source, facts);
  const today = dayIn(facts.timeZone, now);
  if ('problems' in contents) {
    const { problems, rows = [] } = contents;
    const content = daysOf(rows, facts, today);
    return { problems: 'problems' in content ? withRowProblems(problems, content.problems) : problems };
  }
  if (contents.rows.length === 0) return { problems: [{ line: null, field: null, code: 'no_rows', message: 'There are no rows' }] };
  const content = daysOf(contents.rows, facts, today);
  if ('problems' in content) return content;
  return {
    ...content,
    skipped: contents.skipped,
    warnings: contents.warnings,
    totalDifference: contents.totalDifference,
    ...(contents.coversTo !== null && { coversTo: contents.coversTo }),
  };
}

function contentsOfRows(sentRows: SentRow[]): ReturnType<typeof readFile> {
  const { rows, warnings, problems } = withoutLostIds(sentRows);
  if (problems.length > 0) return { problems, rows };
  return { rows, warnings, skipped: null, coversTo: null, totalDifference: null };
}

/** The days of a file with problems may be unknown, so problems of whole days are left out. */
function withRowProblems(problems: SpendProblem[], more: readonly SpendProblem[]): SpendProblem[] {
  const daysWithProblem = new Set(problems.flatMap(({ line, field }) => (field === 'day' ? [line] : [])));
  const ofRows = more.filter(
    ({ line, field, code }) =>
      line !== null && field !== null && code !== 'mixed_currencies' && !(field === 'day' && daysWithProblem.has(line)),
  );
  return [...problems, ...ofRows].sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
}
