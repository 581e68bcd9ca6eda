import type { Contribution } from '#shared/data/totals.ts';
import type { ProjectionDeps } from '#shared/deps.ts';
import type { Conversion } from '#shared/domain/conversions.ts';
import { type Cell, cellsOf } from '#shared/domain/totals.ts';
import { eachAtOnce } from '#shared/each-at-once.ts';
import type { Batch } from '#shared/worker/stream-worker.ts';
import { conversionChanges } from './conversion-changes.ts';

/** Cells written side by side. */
const writesAtOnce = 16;

/**
 * Adds a batch's accepted events to the totals: one write per cell touched, however many events. An event counts when
 * it begins to count (accepted, or matched late) and never twice; a removed event stays in the totals.
 */
export async function addToTotals(
  { shardId, changes }: Batch,
  { totals, keys }: Pick<ProjectionDeps, 'totals' | 'keys'>,
): Promise<void> {
  if (!shardId) throw new Error('Totals need the shard id: is needsShardId set for this consumer?');
  const cells = new Map<string, { cell: Cell; contributions: Contribution[] }>();
  const used = new Map<string, Conversion>();
  for (const { sequence, before: earlier, after: conversion } of conversionChanges(changes)) {
    if (!earlier) used.set(conversion.keyId, conversion);
    if (earlier?.counts) continue;
    const { value, receivedAt } = conversion;
    for (const { cell, at } of cellsOf(conversion)) {
      const id = JSON.stringify(cell);
      const entry = cells.get(id) ?? { cell, contributions: [] };
      cells.set(id, entry);
      entry.contributions.push({ sequence, count: 1, value, at, receivedAt });
    }
  }
  const work = [
    ...[...cells.values()].map(
      ({ cell, contributions }) =>
        () =>
          totals.add(cell, shardId, contributions),
    ),
    ...[...used.values()].map(
      ({ accountId, keyId, receivedAt }) =>
        () =>
          keys.used(accountId, keyId, receivedAt),
    ),
  ];
  await eachAtOnce(work, writesAtOnce, (task) => task());
}
