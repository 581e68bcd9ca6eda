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
  if ('problems' in contents) return contents;
  if (contents.rows.length === 0)
    return { problems: [{ line: null, field: null, code: 'no_rows', message: 'There are no rows' }] };
  const content = daysOf(contents.rows, facts, dayIn(facts.timeZone, now));
  if ('problems' in content) return content;
  return {
    ...content,
    skipped: contents.skipped,
    ...(contents.coversTo !== null && { coversTo: contents.coversTo }),
  };
}
