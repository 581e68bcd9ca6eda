import { conversionChanges } from '#shared/conversions/conversion-changes.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import type { ProjectionDeps } from '#shared/reports/projection-needs.ts';
import { type Cell, cellsOf } from '#shared/reports/rules/totals.ts';
import type { Contribution } from '#shared/reports/store/totals.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { Batch } from '#shared/worker/stream-worker.ts';
import { asFirst, type Placement } from './placement.ts';

const writesAtOnce = 16;

/**
 * The call makes one write per cell, however many events the cell has. An event counts once, when it is
 * accepted or matched late.
 */
export async function addToTotals(
  { shardId, changes }: Batch,
  { totals, keys }: Pick<ProjectionDeps, 'totals' | 'keys'>,
  placed: Placement = asFirst,
): Promise<void> {
  if (!shardId) throw new Error('Totals need the shard id: is needsShardId set for this consumer?');
  const cells = new Map<string, { cell: Cell; generation: number; contributions: Contribution[] }>();
  const used = new Map<string, Conversion>();
  for (const { sequence, before: earlier, after: conversion } of conversionChanges(changes)) {
    if (!earlier) used.set(conversion.keyId, conversion);
    if (earlier?.counts) continue;
    const { value, receivedAt } = conversion;
    const isByUser = conversion.matchedBy === 'external_user_id';
    const part = earlier ? 'matched' : 'accepted';
    for (const { cell, at, id: idOfCell } of cellsOf(conversion)) {
      for (const generation of placed(sequence, part, cell.day)) {
        const id = `${generation} ${idOfCell}`;
        const entry = cells.get(id) ?? { cell, generation, contributions: [] };
        if (entry.contributions.length === 0) cells.set(id, entry);
        entry.contributions.push({ sequence, count: 1, value, at, receivedAt, isByUser });
      }
    }
  }
  const work = [
    ...[...cells.values()].map(
      ({ cell, generation, contributions }) =>
        () =>
          totals.add(cell, shardId, contributions, generation),
    ),
    ...[...used.values()].map(
      ({ accountId, keyId, receivedAt }) =>
        () =>
          keys.used(accountId, keyId, receivedAt),
    ),
  ];
  await forEachConcurrent(work, writesAtOnce, (task) => task());
}
