import type { Tombstones } from '#shared/data/tombstones.ts';
import type { Conversion } from '#shared/domain/conversions.ts';
import { newId } from '#shared/ids.ts';
import type { Sender } from '#shared/ports/sender.ts';

/** Has events erased whose user or click was erased before they were in the index. */
export async function heedErasures(
  conversions: readonly Conversion[],
  { tombstones, queues }: { tombstones: Tombstones; queues: Pick<Sender, 'send'> },
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
