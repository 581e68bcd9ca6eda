import type { ReconciliationDeps } from './deps.ts';
import type { Category, Placed } from './rules/categories.ts';
import { partsOfRows } from './rules/packed-rows.ts';
import type { Reconciliation } from './rules/reconciliations.ts';
import { type RepairName, repairedCategories } from './rules/repairs.ts';

type Parts = readonly { category: Category; part: number }[];

export const partsOfRepair = ({ counts }: Pick<Reconciliation, 'counts'>, repair: RepairName): Parts =>
  repairedCategories[repair].flatMap((category) =>
    Array.from({ length: partsOfRows(counts[category]) }, (_, part) => ({ category, part })),
  );

export const rowsOfRepair = (current: Reconciliation, repair: RepairName): number =>
  repairedCategories[repair].reduce((sum, category) => sum + current.counts[category], 0);

export async function readRows(
  current: Reconciliation,
  { category, part }: Parts[number],
  { parts }: Pick<ReconciliationDeps, 'parts'>,
): Promise<Placed[]> {
  return await parts.rows(current, current.attempt, category, part);
}
