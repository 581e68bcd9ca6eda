import type { DeliveryUser } from './delivery-user.ts';
import type { Delivery } from './rules/delivery.ts';
import type { Target } from './rules/target.ts';

/**
 * Records the next events of the user's log. Returns `null` for a void run.
 *
 * An event is in the log before its publisher reads the target. So the log has every event that was left to it before
 * `resumeRecording`, and the publishers record every later event.
 */
export async function recordFromLog<T extends Target, D extends Delivery>(
  target: T,
  entries: number,
  { targets, deliveries, unrecorded }: Pick<DeliveryUser<T, D>, 'targets' | 'deliveries' | 'unrecorded'>,
): Promise<T | null> {
  if (!unrecorded) throw new Error('Only a target of a user with a log has unrecorded events.');
  const lane = target.unrecordedTo === undefined ? await targets.resumeRecording(target) : target;
  if (lane?.unrecordedFrom === undefined) return lane;
  const { deliveries: missing, next } = await unrecorded(lane, entries);
  await deliveries.addMissing(lane, missing);
  return await targets.noteRecorded(lane, next);
}
