import type { ConversionChange } from '#shared/conversions/conversion-changes.ts';
import { hasOwnNumber, isSameSale, type Sale, saleOf } from '#shared/conversions/rules/sales.ts';
import type { EventIndex } from '#shared/conversions/store/event-index.ts';
import type { Activity } from '#shared/reports/rules/activity.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { SaleMemory } from './sale-memory.ts';

/** A query costs up to five read units. A sample of the clicks suffices to detect sales that are counted twice. */
export const saleReads = { burst: 10, perSecond: 8 } as const;

type Deps = {
  eventIndex: Pick<EventIndex, 'salesOfClick'>;
  saleMemory: SaleMemory;
  takeSaleReads(bucket: string, reads: number): number;
};
type Counted = {
  sequence: string;
  conversion: ConversionChange['after'];
  pixelKey: string;
  sid: string;
  click: string;
  sale: Sale;
};
type Found = Activity & { sequence: string };

/**
 * The index of the click is searched for an event with a value and an order number. It must be of an account that counts
 * several types, or have another number than its ID: otherwise no second event has the number.
 */
export async function salesCountedTwice(
  changes: readonly ConversionChange[],
  { eventIndex, saleMemory, takeSaleReads }: Deps,
): Promise<Found[]> {
  const sales = changes.filter(({ before, after }) => after.counts && !before?.counts).flatMap(countedSale);
  const foundSales: Found[] = [];
  const soughtSales: Counted[] = [];
  // The whole batch is recorded before any comparison, so that the first of two events is compared too.
  for (const { conversion, click, sale } of sales) {
    saleMemory.addType(conversion);
    saleMemory.add(click, sale);
  }
  for (const counted of sales) {
    const { conversion, click, sale } = counted;
    const earlier = saleMemory.earlierOf(click, sale);
    if (earlier) foundSales.push(findingOf(counted, earlier));
    else if (saleMemory.addType(conversion).isFurther || hasOwnNumber(sale)) soughtSales.push(counted);
  }
  const byClick = [...Map.groupBy(soughtSales, ({ click }) => click).values()];
  const reads = takeSaleReads('sales', Math.min(saleReads.burst, byClick.length));
  await forEachConcurrent(byClick.slice(byClick.length - reads), saleReads.burst, async (ofClick) => {
    const [{ conversion, sid }] = ofClick as [Counted];
    const storedSales = await eventIndex.salesOfClick(conversion, sid);
    for (const counted of ofClick) {
      const earlier = storedSales.find((candidate) => isSameSale(candidate, counted.sale));
      if (earlier) foundSales.push(findingOf(counted, earlier));
    }
  });
  return foundSales;
}

/** Two events may name one click differently, so only the click's own ID is common to both. */
function countedSale({ sequence, after: conversion }: ConversionChange): Counted[] {
  const { accountId, environment, click, clickId } = conversion;
  const sale = click && saleOf(conversion);
  if (!sale) return [];
  const sid = click.sid || clickId;
  return [{ sequence, conversion, pixelKey: click.pixelKey, sid, click: `${accountId} ${environment} ${sid}`, sale }];
}

const findingOf = ({ sequence, conversion, pixelKey, sale }: Counted, earlier: Sale): Found => ({
  accountId: conversion.accountId,
  environment: conversion.environment,
  pixelKey,
  at: conversion.receivedAt,
  sequence,
  metric: 'same_sale',
  name: [earlier.eventType, sale.eventType].sort().join('+'),
  source: 'server',
  detailOf: (name) => name,
});
