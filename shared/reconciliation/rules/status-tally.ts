import type { Order } from '#shared/orders/rules/order.ts';
import { addDecimals, type Decimal } from '#shared/values/decimal.ts';

/** How many orders a repair changes, by the status that the shop gives them. */
export type StatusTally = {
  status: string | null;
  orders: number;
  values: Record<string, Decimal>;
  /** The times are in epoch milliseconds. */
  oldest: number;
  newest: number;
};

/** Statuses beyond this number share a row without a name. */
const maxStatuses = 50;

export function statusTally() {
  const tallies = new Map<string | null, StatusTally>();
  return {
    add({ status, value, currency, occurredAt }: Order): void {
      const name = tallies.has(status) || tallies.size < maxStatuses ? status : null;
      const before = tallies.get(name) ?? {
        status: name,
        orders: 0,
        values: {},
        oldest: occurredAt,
        newest: occurredAt,
      };
      const values = { ...before.values, [currency]: addDecimals(before.values[currency] ?? '0', value) };
      tallies.set(name, {
        status: name,
        orders: before.orders + 1,
        values,
        oldest: Math.min(before.oldest, occurredAt),
        newest: Math.max(before.newest, occurredAt),
      });
    },
    end: (): StatusTally[] => [...tallies.values()].sort((a, b) => b.orders - a.orders),
  };
}
export type Tally = ReturnType<typeof statusTally>;
