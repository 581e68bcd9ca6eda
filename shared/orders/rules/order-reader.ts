import type { DateFormat } from '#shared/files/dates.ts';
import { maxOrders } from './order.ts';
import { idOfText, orderText } from './order-texts.ts';
import { type OrderFacts, readOrder } from './read-order.ts';
import { isRefundRow, refundsOf } from './refund.ts';
import type { OrderField, OrderProblem, SentOrder } from './sent-order.ts';
import { type SkippedRows, type SkipReason, skippedRows } from './skipped-rows.ts';
import type { StandingOf } from './status.ts';

const maxProblems = 10_000;
type ReadOrders = { orders: string[]; hasRefundRows: boolean; skipped: SkippedRows };

/** The reader handles one order at a time, so a large file is never in memory twice. */
export function orderReader(facts: OrderFacts, now: number) {
  const problems: OrderProblem[] = [];
  const orders: string[] = [];
  const placeOf = new Map<string, number>();
  /** The line of each place is negative for an order that takes no part. */
  const lines: number[] = [];
  const refunds = refundsOf();
  const skipped = skippedRows();
  let [format, standingOf]: [string | null, StandingOf] = [null, facts.standingsOf(null)];
  let { dateFormat } = facts;
  const note = (problem: OrderProblem) => {
    if (problems.length < maxProblems) problems.push(problem);
  };

  /** Rows that the rules exclude, and further attempts of an order, never refuse the file. */
  function addOrder(sentOrder: SentOrder, line: number): void {
    const ownProblems: OrderProblem[] = [];
    const problem = (field: OrderField, code: string, message: string) => ownProblems.push({ line, field, code, message });
    const order = readOrder(sentOrder, { ...facts, format, dateFormat }, now, problem);
    const takesPart = typeof standingOf(order) !== 'object';
    if (!takesPart && ownProblems.length > 0) {
      skipped.add(line, 'excluded');
      return;
    }
    const text = orderText(order);
    const place = placeOf.get(order.orderId);
    const earlier = place === undefined ? null : lines[place];
    if (earlier !== null && !takesPart) {
      skipped.add(line, 'another_attempt');
      return;
    }
    if (earlier != null && !isExcluded(earlier)) problem('order_id', 'repeated_order', `The order is also in ${rowName(earlier, line)}`);
    for (const own of ownProblems) note(own);
    if (place !== undefined && earlier != null) {
      if (!isExcluded(earlier)) return;
      skipped.add(lineOf(earlier), 'another_attempt');
      lines[place] = line;
      if (problems.length === 0) orders[place] = text;
      return;
    }
    if (order.orderId !== '') placeOf.set(idOfText(text), lines.length);
    lines.push(takesPart ? line : -1 - line);
    if (lines.length > maxOrders) note({ line, field: null, code: 'too_many_orders', message: `At most ${maxOrders} orders` });
    else if (problems.length === 0) orders.push(text);
  }

  return {
    add(sentOrder: SentOrder, line: number): void {
      if (isRefundRow(sentOrder)) {
        const problem = refunds.add(sentOrder, facts.currency, line);
        if (problem) note(problem);
      } else addOrder(sentOrder, line);
    },
    skip: (line: number, reason: SkipReason) => skipped.add(line, reason),
    /** The meaning of a status depends on the shop, and that of 03/04/2026 on the other dates. */
    readsFormat(name: string, order: DateFormat | null): void {
      format = name;
      standingOf = facts.standingsOf(name);
      dateFormat = order;
    },
    note,
    currency: facts.currency,
    dateFormat: facts.dateFormat,
    /** Lines of items follow their order, so a file has more lines than orders. */
    maxLines: 10 * maxOrders,
    get isFull(): boolean {
      return lines.length > maxOrders;
    },
    end(): ReadOrders | { problems: OrderProblem[] } {
      if (problems.length === 0 && orders.length === 0) note({ line: null, field: null, code: 'no_rows', message: 'There are no orders' });
      if (problems.length > 0) return { problems };
      const hasRefundRows = refunds.apply(orders, (id) => placeOf.get(id), skipped.add);
      return { orders, hasRefundRows, skipped: skipped.end() };
    },
  };
}
export type OrderReader = ReturnType<typeof orderReader>;

const isExcluded = (line: number) => line < 0;
const lineOf = (line: number) => (line < 0 ? -1 - line : line);
const rowName = (earlier: number, line: number) => (earlier === line ? 'the same row' : `row or line ${earlier}`);
