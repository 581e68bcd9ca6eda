import { orderOf, type ReadDate } from '#shared/files/dates.ts';
import { BrokenLine, delimiterOf, type Line, linesOf, textOf } from '#shared/files/file-text.ts';
import { type NumberReader, numberReader } from '#shared/files/number-reader.ts';
import { mixedMarks, unclearMark } from '#shared/files/numbers.ts';
import type { ValueForm } from './order.ts';
import { type HeadedColumns, orderColumnsOf } from './order-columns.ts';
import { orderExports } from './order-exports.ts';
import type { OrderReader } from './order-reader.ts';
import { dateOf } from './order-times.ts';
import { type OrderField, orderFields, type SentOrder } from './sent-order.ts';

/** A shop writes `#1001` where its interfaces have 1001: then the sign is no part of the ID. */
export type IdColumn = { place: number; withoutSign: boolean };
export type OrderFile = { format: string; valueForm: ValueForm };
type Columns = Partial<Record<OrderField, string>>;
type Headed = HeadedColumns & { line: number; headings: readonly string[] };

const maxTitleLines = 20;
const amounts = ['value', 'tax', 'shipping', 'refunded', 'outstanding'] as const;
const isAmount = new Set<string>(amounts);

/** The marks of numbers and the order of dates are decided by all lines, so a file is read twice. */
export function addFile(bytes: Uint8Array, columns: Columns, reader: OrderReader, idColumn: IdColumn | null = null): OrderFile | null {
  const note = (line: number | null, code: string, message: string, field: string | null = null) => {
    reader.note({ line, field, code, message });
    return null;
  };
  try {
    const delimiter = delimiterOf(bytes);
    const lines = linesOf(textOf(bytes), delimiter);
    const headed = headingsIn(lines, columns);
    if (!headed)
      return note(
        null,
        'unknown_headings',
        'No headings were recognised: name the columns of order_id, occurred_at and value with `columns`',
      );
    if (idColumn) headed.at.order_id = idColumn.place;
    for (const field of headed.unknown) note(headed.line, 'unknown_column', 'No column has the heading that `columns` names', field);
    const { numbers, dates } = seen(lines, headed, reader);
    const mixed = numbers.decide(columns.value === undefined && headed.isEnglish ? '.' : null);
    if (mixed.length > 0) note(null, 'mixed_number_formats', mixedMarks);
    const order = orderOf(dates, reader.dateFormat);
    const isClear = order !== null && order !== 'ambiguous';
    reader.readsFormat(headed.format, isClear ? order : reader.dateFormat);
    addLines(linesOf(textOf(bytes), delimiter), { ...headed, numbers, withoutSign: idColumn?.withoutSign ?? false }, reader);
    return { format: headed.format, valueForm: headed.valueForm };
  } catch (error) {
    if (error instanceof BrokenLine) return note(error.line, 'broken_quotes', error.message);
    if (error instanceof TypeError) return note(null, 'not_text', 'Neither UTF-8 nor UTF-16 text');
    throw error;
  }
}

const currencyIn = (cells: readonly string[], { at }: HeadedColumns, { currency }: OrderReader) =>
  (cells[at.currency ?? -1]?.trim() || currency)?.toUpperCase() ?? null;

const plainAmount = /^-?\d{1,15}(\.\d\d?)?$/;

function seen(lines: Iterable<Line>, headed: HeadedColumns, reader: OrderReader) {
  const { at } = headed;
  const numbers = numberReader();
  const dates = new Map<string, ReadDate>();
  let rows = 0;
  for (const { cells } of lines) {
    if (rows++ > reader.maxLines) break;
    const currency = currencyIn(cells, headed, reader);
    for (const field of amounts) {
      const cell = cells[at[field] ?? -1] ?? '';
      if (cell !== '') numbers.see(field, cell, { currency });
    }
    const date = dateOf(cells[at.occurred_at ?? -1] ?? '');
    // Few dates say everything about their order.
    if (date && 'first' in date) dates.set([date.first > 12, date.second > 12, date.first === date.second].join(), date);
  }
  return { numbers, dates: [...dates.values()] };
}

type Reading = Headed & { numbers: NumberReader; withoutSign: boolean };

function addLines(lines: Iterable<Line>, reading: Reading, reader: OrderReader): void {
  const { at, isUtc, withoutSign } = reading;
  const { kinds } = orderExports[reading.format] ?? {};
  let [previous, lineCount] = ['', 0];
  for (const { line, cells } of lines) {
    if (line <= reading.line) continue;
    if (reader.isFull) break;
    if (++lineCount > reader.maxLines) {
      const message = `At most ${reader.maxLines} lines`;
      reader.note({ line, field: null, code: 'too_many_orders', message });
      break;
    }
    const order = sentOf(cells, reading, currencyIn(cells, reading, reader), (field) =>
      reader.note({ line, field, code: 'ambiguous_number', message: unclearMark }),
    );
    if (isUtc && order.occurred_at !== undefined) order.occurred_at += ' UTC';
    if (withoutSign && order.order_id !== undefined) order.order_id = order.order_id.replace(/^#/, '');
    const { order_id: orderId = '', value } = order;
    if (cells.every((cell) => cell.trim() === '')) reader.skip(line, 'blank');
    else if (at.kind !== undefined && !kinds?.has(cells[at.kind]?.trim().toLowerCase() ?? '')) reader.skip(line, 'not_a_sale');
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
}

/** A table of orders has the headings of an export, or headings that the request names, near its beginning. */
export function hasOrders(bytes: Uint8Array, columns: Columns): boolean {
  try {
    return headingsIn(linesOf(textOf(bytes), delimiterOf(bytes)), columns) !== null;
  } catch {
    return false;
  }
}

export function headingsIn(lines: Iterator<Line>, columns: Columns): Headed | null {
  for (let count = 0; count < maxTitleLines; count++) {
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

function sentOf(
  cells: readonly string[],
  { at, numbers }: Reading,
  currency: string | null,
  onUnclear: (field: OrderField) => void,
): SentOrder {
  const order: SentOrder = {};
  for (const field of orderFields) {
    const place = at[field];
    const cell = place === undefined ? '' : (cells[place] ?? '').trim();
    if (cell === '') continue;
    if (!isAmount.has(field)) order[field] = cellText(cell);
    else if (plainAmount.test(cell)) order[field] = cell;
    else {
      const { figure, isUnclear } = numbers.read(field, cell, { currency });
      if (isUnclear) onUnclear(field);
      if (figure !== null) order[field] = figure;
    }
  }
  return order;
}
