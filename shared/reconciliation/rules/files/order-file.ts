import { BrokenLine, delimiterOf, type Line, linesOf, textOf } from '#shared/spend/rules/files/file-text.ts';
import {
  type DecimalMark,
  figureOf,
  isOpen,
  markFinder,
  plainFigure,
  unclearMark,
} from '#shared/spend/rules/files/numbers.ts';
import { type OrderField, orderFields, type SentOrder } from '../read-order.ts';
import type { ValueForm } from '../refunds.ts';
import type { OrderReader } from '../sent-orders.ts';
import { type HeadedColumns, type OrderColumns, orderColumnsOf } from './order-columns.ts';

/** A shop writes `#1001` where its interfaces have 1001: then the sign is no part of the ID. */
export type IdColumn = { place: number; withoutSign: boolean };
export type OrderFile = { format: string; valueForm: ValueForm };

const maxTitleLines = 20;
const amounts = new Set<OrderField>(['value', 'tax', 'shipping', 'refunded', 'outstanding']);

export function addFile(
  bytes: Uint8Array,
  columns: Partial<Record<OrderField, string>>,
  reader: OrderReader,
  idColumn: IdColumn | null = null,
): OrderFile | null {
  const note = (line: number | null, code: string, message: string) => {
    reader.note({ line, field: null, code, message });
    return null;
  };
  try {
    const delimiter = delimiterOf(bytes);
    const marks = markFinder();
    const file = addLines(linesOf(textOf(bytes), delimiter), { columns, idColumn, mark: '.', marks }, reader);
    const mark = marks.found(columns.value === undefined && file?.isEnglish ? '.' : null);
    if (mark === 'mixed')
      note(null, 'mixed_number_formats', 'Some numbers have a comma before their decimals, and some a point');
    if (mark === 'mixed' || mark === '.') return file;
    reader.restart();
    return addLines(linesOf(textOf(bytes), delimiter), { columns, idColumn, mark, marks: null }, reader);
  } catch (error) {
    if (error instanceof BrokenLine) return note(error.line, 'broken_quotes', error.message);
    if (error instanceof TypeError) return note(null, 'not_text', 'Neither UTF-8 nor UTF-16 text');
    throw error;
  }
}

type Reading = {
  columns: Partial<Record<OrderField, string>>;
  idColumn: IdColumn | null;
  mark: DecimalMark | 'unclear';
  marks: ReturnType<typeof markFinder> | null;
};

function addLines(lines: Generator<Line>, reading: Reading, reader: OrderReader) {
  const { columns, idColumn } = reading;
  const headed = headingsIn(lines, columns);
  if (!headed) {
    const message =
      'No headings were recognised: name the columns of order_id, occurred_at and value with `columns`';
    reader.note({ line: null, field: null, code: 'unknown_headings', message });
    return null;
  }
  const { format, unknown, isUtc, valueForm, isEnglish, line: headingLine } = headed;
  const at = idColumn ? { ...headed.at, order_id: idColumn.place } : headed.at;
  reader.readsFormat(format);
  for (const field of unknown)
    reader.note({
      ...{ line: headingLine, field, code: 'unknown_column' },
      message: 'No column has the heading that `columns` names',
    });
  let previous = '';
  for (const { line, cells } of lines) {
    if (reader.isFull) break;
    const order = sentOf(cells, at, {
      ...reading,
      currency: (cells[at.currency ?? -1]?.trim() || reader.currency)?.toUpperCase() ?? null,
      onOpen: (field) => reader.note({ line, field, code: 'ambiguous_number', message: unclearMark }),
    });
    if (isUtc && order.occurred_at !== undefined) order.occurred_at += ' UTC';
    if (idColumn?.withoutSign && order.order_id !== undefined)
      order.order_id = order.order_id.replace(/^#/, '');
    const { order_id: orderId = '', value } = order;
    const kind = at.kind === undefined ? 'charge' : (cells[at.kind] ?? '').trim().toLowerCase();
    if (cells.every((cell) => cell.trim() === '')) reader.skip(line, 'blank');
    else if (!salesAndRefunds.has(kind)) reader.skip(line, 'not_a_sale');
    // Shopify writes a line per item, and only the first line of an order has the total.
    else if (value === undefined && (orderId === previous || orderId === '')) reader.skip(line, 'continued');
    else if (orderId === '') reader.skip(line, 'no_order_id');
    else {
      // A column of statuses without a status leaves open what was paid.
      if (at.status !== undefined) order.status ??= '';
      reader.add(order, line);
      previous = orderId;
    }
  }
  return { format, valueForm, isEnglish };
}

/** The words are of Stripe's balances. Payouts and fees are no sales. */
const salesAndRefunds = new Set(['charge', 'payment', 'refund', 'payment_refund']);

export function headingsIn(
  lines: Iterator<Line>,
  columns: Partial<Record<OrderField, string>>,
): (HeadedColumns & { line: number; headings: readonly string[] }) | null {
  for (let seen = 0; seen < maxTitleLines; seen++) {
    const next = lines.next();
    if (next.done) return null;
    const { cells, line } = next.value;
    const headed = orderColumnsOf(cells, columns);
    if (headed) return { ...headed, line, headings: cells };
  }
  return null;
}

/** Spreadsheets write a formula such as `="123"`, or an apostrophe, to keep an ID a text. */
export const cellText = (cell: string): string =>
  cell
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'(?=\d+$)/, '');

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
    if (!amounts.has(field)) order[field] = cellText(cell);
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
