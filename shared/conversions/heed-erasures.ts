import type { ProjectionDeps } from '#shared/deps.ts';
import type { Conversion } from '#shared/domain/conversions.ts';
import { newId } from '#shared/ids.ts';

/** Has events erased whose user or click was erased before they were in the index. */
export async function heedErasures(
  conversions: readonly Conversion[],
  { tombstones, queues }: Pick<ProjectionDeps, 'tombstones' | 'queues'>,
): Promise<void> {
  for (const { accountId, selector, until } of await tombstones.heededBy(conversions))
    await queues.send('erasure', {
      account_id: accountId,
      task_id: newId('erase'),
      selector: 'userHash' in selector ? selector : { ...selector, clickIds: [...selector.clickIds] },
      until,
      late: true,
    });
}
