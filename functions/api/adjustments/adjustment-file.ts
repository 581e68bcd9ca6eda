import type * as z from 'zod';
import { BrokenLine, delimiterOf, linesOf, textOf } from '#shared/spend/rules/files/file-text.ts';
import { invalid, type Problem } from '#shared/values/errors.ts';
import { problemsOf } from '#shared/values/problems.ts';
import { AdjustmentItem, maxItems } from './adjustment-schema.ts';

export type AdjustmentPlace = (string | number)[];
const needed = ['event_id', 'net_value', 'reason'];
const columns = Object.keys(AdjustmentItem.shape);

/** Throws 422 with every problem of the file, by line. */
export function adjustmentsOfFile(
  bytes: Uint8Array,
  more: (item: unknown, at: AdjustmentPlace) => Problem[],
  moreOfAll: (items: readonly unknown[], placeOf: (index: number) => AdjustmentPlace) => Problem[],
): { items: z.output<typeof AdjustmentItem>[]; placeOf(index: number): AdjustmentPlace } {
  const [heading, ...lines] = linesIn(bytes);
  const names = (heading?.cells ?? []).map((name) => name.trim().toLowerCase());
  const problem = (type: string, at: AdjustmentPlace, msg: string): Problem => ({
    type,
    loc: ['body', ...at],
    msg,
  });
  const problems: Problem[] = [
    ...needed
      .filter((name) => !names.includes(name))
      .map((name) => problem('missing', [name], 'Column required')),
    ...names.flatMap((name, at) =>
      columns.includes(name) && names.indexOf(name) === at
        ? []
        : [problem('extra_forbidden', ['column', at + 1], `Any of ${columns.join(', ')}, each once`)],
    ),
    ...(lines.length === 0 ? [problem('too_short', [], 'At least one line below the headings')] : []),
    ...(lines.length > maxItems ? [problem('too_long', [], `At most ${maxItems} lines`)] : []),
  ];
  if (problems.length > 0) throw invalid(...problems);
  const placeOf = (index: number) => ['body', 'line', lines[index]?.line ?? 0];
  const items: z.output<typeof AdjustmentItem>[] = [];
  const sentItems: unknown[] = [];
  for (const { line, cells } of lines) {
    const sentFields = Object.fromEntries(
      names.flatMap((name, at) =>
        (cells[at] ?? '').trim() === '' ? [] : [[name, (cells[at] ?? '').trim()]],
      ),
    );
    sentItems.push(sentFields);
    const place = ['body', 'line', line];
    const parsedItem = AdjustmentItem.safeParse(sentFields);
    if (cells.length > names.length)
      problems.push(problem('extra_forbidden', ['line', line], 'More cells than columns'));
    if (parsedItem.success) items.push(parsedItem.data);
    else
      problems.push(
        ...problemsOf(parsedItem.error, [], sentFields).map((problem) => ({
          ...problem,
          loc: [...place, ...problem.loc],
        })),
      );
    problems.push(...more(sentFields, place));
  }
  if (problems.length > 0) throw invalid(...problems, ...moreOfAll(sentItems, placeOf));
  return { items, placeOf };
}

function linesIn(bytes: Uint8Array) {
  try {
    const lines = [...linesOf(textOf(bytes), delimiterOf(bytes))];
    return lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  } catch (error) {
    const isBroken = error instanceof BrokenLine;
    if (!isBroken && !(error instanceof TypeError)) throw error;
    const loc = isBroken ? ['body', 'line', error.line] : ['body'];
    throw invalid({
      type: 'value_error',
      loc,
      msg: isBroken ? error.message : 'Not a text in UTF-8 or UTF-16',
    });
  }
}
