import { BrokenLine, delimiterOf, type Line, linesOf, textOf } from '#shared/spend/rules/files/file-text.ts';
import { type DecimalMark, figureOf, plainFigure, provenMark } from '#shared/spend/rules/files/numbers.ts';
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
    const marks = new Set<DecimalMark>();
    const file = addLines(linesOf(textOf(bytes), delimiter), { columns, mark: '.', marks }, reader);
    if (marks.size > 1)
      note(null, 'mixed_number_formats', 'Some numbers have a comma before their decimals, and some a point');
    if (marks.size !== 1 || marks.has('.')) return file;
    // The amounts prove a decimal comma, so the orders are read again with it.
    reader.restart();
    return addLines(linesOf(textOf(bytes), delimiter), { columns, mark: ',', marks }, reader);
  } catch (error) {
    if (error instanceof BrokenLine) return note(error.line, 'broken_quotes', error.message);
    if (error instanceof TypeError) return note(null, 'not_text', 'Neither UTF-8 nor UTF-16 text');
    throw error;
  }
}

type Reading = {
  columns: Partial<Record<OrderField, string>>;
  mark: DecimalMark;
  marks: Set<DecimalMark>;
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
    const order = sentOf(cells, at, reading);
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

function sentOf(cells: readonly string[], at: OrderColumns, { mark, marks }: Reading): SentOrder {
  const order: SentOrder = {};
  for (const field of orderFields) {
    const place = at[field];
    if (place === undefined) continue;
    const cell = (cells[place] ?? '').trim();
    if (cell === '') continue;
    // Spreadsheets write a formula such as `="123"` to keep an ID a text.
    if (!amounts.has(field)) order[field] = cell.replace(/^="(.*)"$/, '$1');
    else if (mark === '.' && plainAmount.test(cell)) {
      marks.add('.');
      order[field] = cell;
    } else {
      const figure = figureOf(cell);
      if (figure === null) continue;
      const proven = provenMark(figure);
      if (proven) marks.add(proven);
      order[field] = plainFigure(figure, mark);
    }
  }
  return order;
}
