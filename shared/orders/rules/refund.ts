import { type Decimal, isLess, subtractDecimals, sumDecimals } from '#shared/values/decimal.ts';
import type { Order, ValueForm } from './order.ts';
import { orderOfText, orderText } from './order-texts.ts';
import { amount } from './read-order.ts';
import type { OrderProblem, SentOrder } from './sent-order.ts';
import type { SkipReason } from './skipped-rows.ts';

export const lessRefund = (value: Decimal, refunded: Decimal): Decimal =>
  isLess(value, refunded) ? '0' : subtractDecimals(value, refunded);

/** Without an event, a value is that before refunds. */
export const keptOf = ({ value, refunded }: Pick<Order, 'value' | 'refunded'>, valueForm: ValueForm): Decimal =>
  refunded === null || valueForm === 'after_refunds' ? value : lessRefund(value, refunded);

type Refund = { line: number; amount: Decimal; currency: string };

const negativeAmount = /^-\s*(?=[\d.])/;
export const isRefundRow = ({ value = '' }: SentOrder): boolean => negativeAmount.test(value);

/** A negative row is the refund of its order: WooCommerce Analytics and balances of Stripe have such rows. */
export function refundsOf() {
  const byOrder = new Map<string, Refund[]>();
  return {
    add({ order_id: id = '', value = '', currency }: SentOrder, usual: string | null, line: number) {
      let problem: OrderProblem | null = null;
      const refund = amount('value', value.replace(negativeAmount, ''), (field, code, message) => {
        problem = { line, field, code, message };
      });
      const refunds = byOrder.get(id) ?? [];
      refunds.push({ line, amount: refund ?? '0', currency: (currency ?? usual ?? '').toUpperCase() });
      byOrder.set(id, refunds);
      return problem as OrderProblem | null;
    },
    /** Changes the texts of refunded orders, and says whether there are any. */
    apply(orders: string[], placeOf: (orderId: string) => number | undefined, skip: (line: number, reason: SkipReason) => void): boolean {
      let isApplied = false;
      for (const [id, refunds] of byOrder) {
        const place = placeOf(id);
        const order = place === undefined ? null : orderOfText(orders[place] ?? '');
        const ownRefunds = refunds.filter(({ line, currency }) => {
          if (!order) skip(line, id === '' ? 'no_order_id' : 'refund_of_other_order');
          else if (currency !== order.currency) skip(line, 'refund_in_other_currency');
          return currency === order?.currency;
        });
        if (!order || place === undefined || ownRefunds.length === 0) continue;
        const sum = sumDecimals(ownRefunds.map(({ amount: refund }) => refund));
        // The column of refunds and the rows state the same refund.
        const refunded = order.refunded !== null && isLess(sum, order.refunded) ? order.refunded : sum;
        orders[place] = orderText({ ...order, refunded });
        isApplied = true;
      }
      return isApplied;
    },
  };
}
