import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { erasureQueue } from '#shared/event-log/queues.ts';
import type { Tombstones } from '#shared/event-log/store/tombstones.ts';
import type { Sender } from '#shared/messages/sender.ts';
import { newId } from '#shared/values/ids.ts';

/** An erasure may run before its events are in the index. */
export async function applyLateErasures(
  conversions: readonly Conversion[],
  { tombstones, queues }: { tombstones: Tombstones; queues: Pick<Sender, 'send'> },
): Promise<void> {
  for (const { accountId, selector, until } of await tombstones.erasuresFor(conversions))
    await queues.send(erasureQueue, {
      account_id: accountId,
      task_id: newId('erase'),
      selector: 'userHash' in selector ? selector : { ...selector, clickIds: [...selector.clickIds] },
      until,
      late: true,
    });
}
