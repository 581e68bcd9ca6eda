import { BrokenLine, delimiterOf, type Line, linesOf, textOf } from '#shared/spend/rules/files/file-text.ts';
import {
  type DecimalMark,
  figureOf,
  isOpen,
  markFinder,
  plainFigure,
  unclearMark,
} from '#shared/spend/rules/files/numbers.ts';
import { type OrderField, type OrderReader, orderFields, type SentOrder } from '../sent-orders.ts';
import { type OrderColumns, orderColumnsOf } from './order-columns.ts';

export type SkippedRows = { blank: number; continued: number };

const maxTitleLines = 20;
const amounts = new Set<OrderField>(['value', 'tax', 'shipping', 'refunded']);

export function addFile(
  bytes: Uint8Array,
  columns: Partial<Record<OrderField, string>>,
  reader: OrderReader,
): { format: string; skipped: SkippedRows } | null {
  const note = (line: number | null, code: string, message: string) => {
    reader.note({ line, field: null, code, message });
    return null;
  };
  try {
    const delimiter = delimiterOf(bytes);
    const marks = markFinder();
    const file = addLines(linesOf(textOf(bytes), delimiter), { columns, mark: '.', marks }, reader);
    // The headings that are recognised are English.
    const mark = marks.found(columns.value === undefined ? '.' : null);
    if (mark === 'mixed')
      note(null, 'mixed_number_formats', 'Some numbers have a comma before their decimals, and some a point');
    if (mark === 'mixed' || mark === '.') return file;
    reader.restart();
    return addLines(linesOf(textOf(bytes), delimiter), { columns, mark, marks: null }, reader);
  } catch (error) {
    if (error instanceof BrokenLine) return note(error.line, 'broken_quotes', error.message);
    if (error instanceof TypeError) return note(null, 'not_text', 'Neither UTF-8 nor UTF-16 text');
    throw error;
  }
}

type Reading = {
  columns: Partial<Record<OrderField, string>>;
  mark: DecimalMark | 'unclear';
  marks: ReturnType<typeof markFinder> | null;
};

function addLines(lines: Generator<Line>, reading: Reading, reader: OrderReader) {
  const { columns } = reading;
  const headed = headingsIn(lines, columns);
  if (!headed) {
    const message =
      'No headings were recognised: name the columns of order_id, occurred_at and value with `columns`';
    reader.note({ line: null, field: null, code: 'unknown_headings', message });
    return null;
  }
  const { format, at, unknown, isUtc, line: headingLine } = headed;
  for (const field of unknown)
    reader.note({
      ...{ line: headingLine, field, code: 'unknown_column' },
      message: 'No column has the heading that `columns` names',
    });
  const skipped: SkippedRows = { blank: 0, continued: 0 };
  let previous = '';
  for (const { line, cells } of lines) {
    if (reader.isFull) break;
    const order = sentOf(cells, at, {
      ...reading,
      currency: (cells[at.currency ?? -1]?.trim() || reader.currency)?.toUpperCase() ?? null,
      onOpen: (field) => reader.note({ line, field, code: 'ambiguous_number', message: unclearMark }),
    });
    if (isUtc && order.occurred_at !== undefined) order.occurred_at += ' UTC';
    const { order_id: orderId = '', value } = order;
    if (cells.every((cell) => cell.trim() === '')) skipped.blank++;
    // Shopify writes a line per item, and only the first line of an order has the total.
    else if (value === undefined && (orderId === previous || orderId === '')) skipped.continued++;
    else {
      reader.add(order, line);
      previous = orderId;
    }
  }
  return { format, skipped };
}

function headingsIn(lines: Iterator<Line>, columns: Partial<Record<OrderField, string>>) {
  for (let seen = 0; seen < maxTitleLines; seen++) {
    const next = lines.next();
    if (next.done) return null;
    const headings = orderColumnsOf(next.value.cells, columns);
    if (headings) return { ...headings, line: next.value.line };
  }
  return null;
}

const plainAmount = /^\d{1,15}\.\d\d?$/;

type OfLine = Reading & { currency: string | null; onOpen(field: OrderField): void };

function sentOf(
  cells: readonly string[],
  at: OrderColumns,
  { mark, marks, currency, onOpen }: OfLine,
): SentOrder {
  const order: SentOrder = {};
  for (const field of orderFields) {
    const place = at[field];
    if (place === undefined) continue;
    const cell = (cells[place] ?? '').trim();
    if (cell === '') continue;
    // Spreadsheets write a formula such as `="123"` to keep an ID a text.
    if (!amounts.has(field)) order[field] = cell.replace(/^="(.*)"$/, '$1');
    else {
      const figure = plainAmount.test(cell) ? cell : figureOf(cell);
      if (figure === null) continue;
      marks?.add(figure, { currency });
      if (mark === 'unclear' && isOpen(figure, { currency })) onOpen(field);
      order[field] = plainFigure(figure, mark === ',' ? ',' : '.');
    }
  }
  return order;
}
