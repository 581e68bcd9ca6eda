import type { ProjectionDeps } from '#shared/deps.ts';
import type { Activity } from '#shared/domain/activity.ts';
import { isSameSale, saleOf } from '#shared/domain/sales.ts';
import { eachAtOnce } from '#shared/each-at-once.ts';
import type { ConversionChange } from './conversion-changes.ts';

const readsAtOnce = 16;

/**
 * Sales that the totals hold twice, under two event types: told of the later event. One read for each event that
 * counts, has a value and an order number.
 */
export async function salesCountedTwice(
  changes: readonly ConversionChange[],
  { eventIndex }: Pick<ProjectionDeps, 'eventIndex'>,
): Promise<(Activity & { sequence: string })[]> {
  const found: (Activity & { sequence: string })[] = [];
  const begins = changes.filter(({ before, after }) => after.counts && !before?.counts);
  await eachAtOnce(begins, readsAtOnce, async ({ sequence, after: conversion }) => {
    const sale = saleOf(conversion);
    if (!sale || !conversion.click) return;
    // Two events may name one click differently, or not at all: only the click's own id is common to both.
    const others = await eventIndex.salesOfClick(conversion, conversion.click.sid || conversion.clickId);
    const other = others.find((one) => isSameSale(one, sale));
    if (!other) return;
    const { accountId, environment, click, receivedAt } = conversion;
    found.push({
      ...{ accountId, environment, pixelKey: click.pixelKey, at: receivedAt, sequence },
      metric: 'same_sale',
      name: [other.eventType, sale.eventType].sort().join('+'),
      source: 'server',
      detailOf: (name) => name,
    });
  });
  return found;
}
