import type * as z from 'zod';
import { maxAdjustmentsInRequest } from '#shared/adjustments/rules/limits.ts';
import { orderOf } from '#shared/files/dates.ts';
import type { PlainTable } from '#shared/files/file-text.ts';
import { BrokenLine, delimiterOf, type Line, linesOf, textOf } from '#shared/files/file-text.ts';
import { numberReader } from '#shared/files/number-reader.ts';
import { mixedMarks, unclearMark } from '#shared/files/numbers.ts';
import { plainTable } from '#shared/files/workbooks/plain-table.ts';
import { WorkbookProblem } from '#shared/files/workbooks/workbook-problem.ts';
import { isRoundedId } from '#shared/orders/rules/order-id.ts';
import { dateOf, orderTime } from '#shared/orders/rules/order-times.ts';
import { maxTitleLines } from '#shared/spend/rules/files/table-headings.ts';
import { invalid, type Problem } from '#shared/values/errors.ts';
import { epochOf } from '#shared/values/iso-date.ts';
import { problemsOf } from '#shared/values/problems.ts';
import { AdjustmentItem } from './adjustment-schema.ts';

export type AdjustmentPlace = (string | number)[];
const needed = ['event_id', 'net_value', 'reason'];
const columns = Object.keys(AdjustmentItem.shape);

/** A CSV file as it is, and the sheet of a workbook that has adjustments. Throws 422 for a workbook that cannot be read. */
export async function adjustmentTable(bytes: Uint8Array): Promise<PlainTable> {
  const hasIds = (sheet: Uint8Array) => {
    const titles = linesOf(textOf(sheet), delimiterOf(sheet)).take(maxTitleLines);
    const [heading] = titles.filter(hasCells).take(1);
    return heading?.cells.some((name) => name.trim() === 'event_id') ?? false;
  };
  try {
    return await plainTable(bytes, hasIds);
  } catch (error) {
    if (error instanceof WorkbookProblem) throw invalid({ type: error.code, loc: ['body'], msg: error.message });
    throw error;
  }
}

/** Throws 422 with every problem of the file, by line. */
export function adjustmentsOfFile(
  bytes: Uint8Array,
  more: (item: unknown, at: AdjustmentPlace) => Problem[],
  moreOfAll: (items: readonly unknown[], placeOf: (index: number) => AdjustmentPlace) => Problem[],
): { items: z.output<typeof AdjustmentItem>[]; placeOf(index: number): AdjustmentPlace } {
  const [heading, ...lines] = firstLines(bytes, maxAdjustmentsInRequest + 2);
  const names = (heading?.cells ?? []).map((name) => name.trim().toLowerCase());
  const problem = (type: string, at: AdjustmentPlace, msg: string): Problem => ({
    type,
    loc: ['body', ...at],
    msg,
  });
  const problems: Problem[] = [
    ...needed.filter((name) => !names.includes(name)).map((name) => problem('missing', [name], 'Column required')),
    ...names.flatMap((name, at) =>
      columns.includes(name) && names.indexOf(name) === at
        ? []
        : [problem('extra_forbidden', ['column', at + 1], `Any of ${columns.join(', ')}, each once`)],
    ),
    ...(lines.length === 0 ? [problem('too_short', [], 'At least one line below the headings')] : []),
    ...(lines.length > maxAdjustmentsInRequest ? [problem('too_long', [], `At most ${maxAdjustmentsInRequest} lines`)] : []),
  ];
  if (problems.length > 0) throw invalid(...problems);
  const placeOf = (index: number) => ['body', 'line', lines[index]?.line ?? 0];
  const reader = cellReader(names, lines);
  if (reader.isMixed) problems.push(problem('mixed_number_formats', ['net_value'], mixedMarks));
  const items: z.output<typeof AdjustmentItem>[] = [];
  const sentItems: unknown[] = [];
  for (const { line, cells } of lines) {
    const { fields: sentFields, unclear } = reader.read(cells);
    for (const { name, type, msg } of unclear) problems.push(problem(type, ['line', line, name], msg));
    sentItems.push(sentFields);
    const place = ['body', 'line', line];
    const parsedItem = AdjustmentItem.safeParse(sentFields);
    if (cells.length > names.length) problems.push(problem('extra_forbidden', ['line', line], 'More cells than columns'));
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

type Fields = Record<string, string>;
const fieldsOf = (names: readonly string[], cells: readonly string[]): Fields =>
  Object.fromEntries(names.flatMap((name, at) => (cells[at]?.trim() ? [[name, cells[at].trim().replace(/^="(.*)"$/, '$1')]] : [])));

/** Numbers and dates are read as in files of spend and orders: each column has one form. */
function cellReader(names: readonly string[], lines: readonly Line[]) {
  const numbers = numberReader();
  const dates = lines.flatMap(({ cells }) => dateOf(fieldsOf(names, cells).effective_at ?? '') ?? []);
  const kindOf = ({ currency }: Fields) => ({ currency: currency?.toUpperCase() ?? null });
  for (const { cells } of lines) {
    const fields = fieldsOf(names, cells);
    if (fields.net_value) numbers.see('net_value', fields.net_value, kindOf(fields));
  }
  const isMixed = numbers.decide('.').length > 0;
  const order = orderOf(dates, null);
  return {
    isMixed,
    read(cells: readonly string[]) {
      const fields = fieldsOf(names, cells);
      const unclear: { name: string; type: string; msg: string }[] = [];
      if (fields.net_value) {
        const { figure, isUnclear } = numbers.read('net_value', fields.net_value, kindOf(fields));
        if (isUnclear) unclear.push({ name: 'net_value', type: 'ambiguous_number', msg: unclearMark });
        fields.net_value = figure ?? fields.net_value;
      }
      if (isRoundedId(fields.event_id?.split(':').at(-1) ?? ''))
        unclear.push({ name: 'event_id', type: 'rounded_id', msg: 'A spreadsheet rounded this ID' });
      if (fields.effective_at && epochOf(fields.effective_at) === null) {
        const at = orderTime(fields.effective_at, 'UTC', order === 'ambiguous' ? null : order);
        if (at === null) {
          unclear.push({ name: 'effective_at', type: 'ambiguous_date', msg: unclearDate });
          delete fields.effective_at;
        }
        if (at) fields.effective_at = new Date(at).toISOString();
      }
      return { fields, unclear };
    },
  };
}
const unclearDate = 'It is not clear which number is the month: write 2026-11-29';

const hasCells = ({ cells }: Line) => cells.some((cell) => cell.trim() !== '');

/** Blank lines are work too, and a workbook may have a million. */
const maxLines = 10 * maxAdjustmentsInRequest;

/** The first lines with cells. */
function firstLines(bytes: Uint8Array, count: number): Line[] {
  const lines: Line[] = [];
  let lineCount = 0;
  try {
    for (const line of linesOf(textOf(bytes), delimiterOf(bytes))) {
      if (hasCells(line) && lines.push(line) === count) break;
      if (++lineCount > maxLines)
        throw invalid({
          type: 'too_long',
          loc: ['body', 'line', line.line],
          msg: `At most ${maxLines} lines`,
        });
    }
    return lines;
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
