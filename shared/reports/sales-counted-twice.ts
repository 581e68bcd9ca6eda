import type { ConversionChange } from '#shared/conversions/conversion-changes.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { hasOwnNumber, isSameSale, saleOf } from '#shared/conversions/rules/sales.ts';
import type { EventIndex } from '#shared/conversions/store/event-index.ts';
import type { Activity } from '#shared/reports/rules/activity.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';

const readsAtOnce = 16;
/** A sample of the batch suffices to detect sales that are counted twice. */
const maxReads = 32;
const maxAccounts = 10_000;

/** Most accounts count a single event type, so their events cost no read. */
const typesOf = new Map<string, Set<string>>();

function countsSeveralTypes({ accountId, environment, eventType }: Conversion): boolean {
  const account = `${accountId} ${environment}`;
  const types = typesOf.get(account) ?? new Set();
  if (typesOf.size > maxAccounts) typesOf.clear();
  typesOf.set(account, types.add(eventType));
  return types.size > 1;
}

/**
 * An event with a value and an order number costs a read if its account counts several types, or if the number is not
 * that of its ID: otherwise no second event has the number.
 */
export async function salesCountedTwice(
  changes: readonly ConversionChange[],
  { eventIndex }: { eventIndex: EventIndex },
): Promise<(Activity & { sequence: string })[]> {
  const foundSales: (Activity & { sequence: string })[] = [];
  const begins = changes.filter(({ before, after }) => after.counts && after.value !== '0' && !before?.counts);
  // The batch's event types are recorded before any comparison, so that the first of two events is compared
  // too.
  const several = new Set(begins.filter(({ after }) => countsSeveralTypes(after)).map(({ after }) => after.accountId));
  const isWorth = (after: Conversion) => {
    const sale = saleOf(after);
    return sale !== null && (several.has(after.accountId) || hasOwnNumber(sale));
  };
  const worth = begins.filter(({ after }) => isWorth(after)).slice(-maxReads);
  await forEachConcurrent(worth, readsAtOnce, async ({ sequence, after: conversion }) => {
    const sale = saleOf(conversion);
    if (!sale || !conversion.click) return;
    // Two events may name one click differently, so only the click's own ID is common to both.
    const others = await eventIndex.salesOfClick(conversion, conversion.click.sid || conversion.clickId);
    const other = others.find((candidate) => isSameSale(candidate, sale));
    if (!other) return;
    const { accountId, environment, click, receivedAt } = conversion;
    foundSales.push({
      accountId,
      environment,
      pixelKey: click.pixelKey,
      at: receivedAt,
      sequence,
      metric: 'same_sale',
      name: [other.eventType, sale.eventType].sort().join('+'),
      source: 'server',
      detailOf: (name) => name,
    });
  });
  return foundSales;
}
