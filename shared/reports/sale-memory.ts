import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { bareNumber, isSameSale, type Sale } from '#shared/conversions/rules/sales.ts';
import { setBounded } from '#shared/values/bounded.ts';

const maxAccounts = 10_000;
/** Ten thousand sales take some 4 MB. */
const maxSales = 10_000;
const maxEventsOfSale = 10;

export type SaleMemory = ReturnType<typeof saleMemory>;

/** Most events of one sale reach the same process within a minute, so the memory of it spares reads of the index. */
export function saleMemory() {
  const typesOf = new Map<string, Set<string>>();
  const salesOf = new Map<string, Sale[]>();
  const keyOf = (click: string, { orderNumber, value, currency }: Sale) => `${click} ${value} ${currency} ${bareNumber(orderNumber)}`;
  return {
    addType({ accountId, environment, eventType }: Pick<Conversion, 'accountId' | 'environment' | 'eventType'>): { isFurther: boolean } {
      const account = `${accountId} ${environment}`;
      const types = typesOf.get(account) ?? new Set();
      if (!types.has(eventType)) setBounded(typesOf, account, types.add(eventType), maxAccounts);
      return { isFurther: types.size > 1 };
    },

    add(click: string, sale: Sale): void {
      const key = keyOf(click, sale);
      const others = (salesOf.get(key) ?? []).filter(({ eventId }) => eventId !== sale.eventId);
      setBounded(salesOf, key, [...others, sale].slice(-maxEventsOfSale), maxSales);
    },

    earlierOf: (click: string, sale: Sale): Sale | undefined =>
      salesOf.get(keyOf(click, sale))?.find((candidate) => isSameSale(candidate, sale)),
  };
}
