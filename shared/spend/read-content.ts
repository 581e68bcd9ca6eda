import { dayIn } from '#shared/values/zone-calendar.ts';
import { type FileOptions, readFile, type SkippedLines } from './rules/files/read-file.ts';
import { type DaysOf, daysOf, type SentRow, type SpendProblem } from './rules/sent-rows.ts';

export type SpendContent = DaysOf & { skipped: SkippedLines | null; coversTo?: string };
type Facts = FileOptions & { currency: string | null; timeZone: string; pixelKey: string | null };

export function readContent(
  source: { bytes: Uint8Array } | { rows: SentRow[] },
  facts: Facts,
  now: number,
): SpendContent | { problems: SpendProblem[] } {
  const contents =
    'rows' in source ? { rows: source.rows, skipped: null, coversTo: null } : readFile(source.bytes, facts);
  const today = dayIn(facts.timeZone, now);
  if ('problems' in contents) {
    const { problems, rows = [] } = contents;
    const content = daysOf(rows, facts, today);
    return { problems: 'problems' in content ? withRowProblems(problems, content.problems) : problems };
  }
  if (contents.rows.length === 0)
    return { problems: [{ line: null, field: null, code: 'no_rows', message: 'There are no rows' }] };
  const content = daysOf(contents.rows, facts, today);
  if ('problems' in content) return content;
  return {
    ...content,
    skipped: contents.skipped,
    ...(contents.coversTo !== null && { coversTo: contents.coversTo }),
  };
}

/** The days of a file with problems may be unknown, so problems of whole days are left out. */
function withRowProblems(problems: SpendProblem[], more: readonly SpendProblem[]): SpendProblem[] {
  const daysWithProblem = new Set(problems.flatMap(({ line, field }) => (field === 'day' ? [line] : [])));
  const ofRows = more.filter(
    ({ line, field, code }) =>
      line !== null &&
      field !== null &&
      code !== 'mixed_currencies' &&
      !(field === 'day' && daysWithProblem.has(line)),
  );
  return [...problems, ...ofRows].sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
}
