import * as z from 'zod';
import { exactText, plainDecimal } from '#shared/values/exact-numbers.ts';
import { parseExactly } from '#shared/values/json.ts';
import { maxOrders } from './order.ts';
import type { OrderReader } from './order-reader.ts';
import { type OrderProblem, orderFields, type SentOrder } from './sent-order.ts';

const Amount = exactText(64);
const Figure = Amount.nullish();
const Text = (most: number) => exactText(most).nullish();

export const OrderRow = z.object({
  order_id: exactText(200).meta({ description: "The shop's ID of the order." }),
  occurred_at: z.string().max(64).meta({
    description: 'The time of the order in ISO 8601. Without a zone, it is a time of `time_zone`.',
  }),
  value: Amount.meta({
    description:
      'The value as your events have it: an exact decimal, as text or number. A row with a negative value is a refund of its order.',
  }),
  currency: z.string().max(10).nullish().meta({ description: 'Three letters. Default: `currency` of the body.' }),
  status: Text(200).meta({
    description: "The shop's status. A status that neither the rules nor the shops' lists have is unclear.",
  }),
  channel: Text(200).meta({ description: "The shop's sales channel, such as `web` or `pos`." }),
  test: z.boolean().nullish().meta({ description: '`true` for a test order, which is excluded.' }),
  tax: Figure.meta({ description: 'Tax of the order. A difference of this amount is named.' }),
  shipping: Figure.meta({ description: 'Shipping of the order. A difference of this amount is named.' }),
  refunded: Figure.meta({
    description:
      'Refunded amount. `value` is that before refunds, unless the gross value of the event is their sum. It is compared with the net value of the event.',
  }),
  cancelled_at: Text(64).meta({
    description: 'When the order was cancelled. An order without a payment is then no sale.',
  }),
  captured: z.boolean().nullish().meta({ description: '`false` if the money was only authorized.' }),
  outstanding: Figure.meta({ description: 'What is still to be paid. If it is all, the order is no sale.' }),
  svc_click_id: z.string().max(4096).nullish().meta({
    description: 'The click ID, if the shop stored it. `send-missing` sends it with the order.',
  }),
  external_user_id: Text(512).meta({
    description: 'Your ID for the user. Only a keyed hash is stored. `send-missing` sends it with the order.',
  }),
});
export const OrderRows = z.array(OrderRow).min(1).max(maxOrders);

const knownFields = new Set<string>(orderFields);

export function addRows(rows: Iterable<z.output<typeof OrderRow>>, reader: OrderReader): void {
  let line = 0;
  for (const row of rows) reader.add(sentOf(row), line++);
}

export function addReadableRows(rows: readonly unknown[], reader: OrderReader): void {
  for (const [line, row] of rows.entries()) {
    const parsedRow = OrderRow.safeParse(row);
    if (parsedRow.success) reader.add(sentOf(parsedRow.data), line);
  }
}

function sentOf(row: z.output<typeof OrderRow>): SentOrder {
  const order: SentOrder = {};
  for (const field of orderFields) {
    const value = row[field];
    if (value === null || value === undefined) continue;
    const text = String(value).trim();
    if (text === '') continue;
    order[field] = typeof value === 'number' ? plainDecimal(text) : text;
  }
  return order;
}

export function addJsonFile(bytes: Uint8Array, reader: OrderReader): void {
  const note = (field: string | null, code: string, message: string) => {
    reader.note({ line: null, field, code, message });
  };
  let body: unknown;
  try {
    body = parseExactly(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    note(null, 'json_invalid', 'The file is not valid JSON');
    return;
  }
  const { rows, ...others } = (body ?? {}) as { rows?: unknown };
  if (!Array.isArray(rows)) {
    note('rows', 'missing', 'The file has no `rows`');
    return;
  }
  for (const name of Object.keys(others)) note(name, 'extra_forbidden', 'Only `rows` is allowed');
  for (let line = 0; line < rows.length && !reader.isFull; line++) {
    for (const problem of rowProblems(rows[line], line)) reader.note(problem);
    const parsedRow = OrderRow.safeParse(rows[line]);
    if (parsedRow.success) reader.add(sentOf(parsedRow.data), line);
    rows[line] = null;
  }
}

function rowProblems(row: unknown, line: number): OrderProblem[] {
  const problem = (field: string | null, code: string, message: string) => ({ line, field, code, message });
  if (typeof row !== 'object' || row === null) return [problem(null, 'invalid', 'An object expected')];
  const surplus = Object.keys(row).filter((name) => !knownFields.has(name));
  const issues = OrderRow.safeParse(row).error?.issues ?? [];
  return [
    ...surplus.map((name) => problem(name, 'extra_forbidden', 'No such field')),
    ...issues.map(({ path: [field], message }) => problem(typeof field === 'string' ? field : null, 'invalid', message)),
  ];
}
