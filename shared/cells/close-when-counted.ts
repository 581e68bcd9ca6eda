import { isOpen } from '#shared/cells/rules/generations.ts';
import type { CellStates } from '#shared/cells/store/cell-states.ts';
import type { Cells } from '#shared/cells/store/cells.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export async function closeWhenCounted(
  accountId: AccountId,
  generation: number,
  { cells, cellStates }: { cells: Cells; cellStates: CellStates },
): Promise<void> {
  const { recounts } = await cellStates.one(accountId);
  const recount = recounts.find((candidate) => candidate.generation === generation);
  if (!recount || !isOpen(recount) || recount.marked === undefined) return;
  if ((await cells.markedCounted(accountId, recount)) >= recount.marked) await cellStates.close(accountId, generation);
}
