import { activity } from '#shared/activity/activity.ts';
import type { Adjustment } from '#shared/conversions/rules/adjustments.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import type { Effect } from '#shared/messages/effects.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import type { AdjustmentDeps, AdjustmentScope } from './adjust-events.ts';
import { applyPending, refusalOf } from './apply-pending.ts';
import { type PendingAdjustment, visibleTo } from './store/adjustments.ts';

export type Withdrawal =
  | { kind: 'not_found' }
  | { kind: 'out_of_scope' }
  | {
      kind: 'done';
      withdrawn: Adjustment | null;
      event: Conversion | null;
      pending: readonly PendingAdjustment[];
    };

/** A repeated withdrawal by an adjustment's ID changes nothing. Makes two reads and one write. */
export async function withdrawAdjustment(
  scope: AdjustmentScope,
  { eventId, adjustmentId }: { eventId: string; adjustmentId?: string | undefined },
  deps: AdjustmentDeps,
): Promise<Withdrawal> {
  const { accountId, environment, pixelKey, by, isNoted } = scope;
  const name = { accountId, environment, eventId };
  const isWanted = ({ id }: Adjustment) => id === adjustmentId;
  const targetIn = <T extends Adjustment>(all: readonly T[]) => (adjustmentId === undefined ? all.at(-1) : all.find(isWanted));
  const effectsOf = async ({ id }: Adjustment): Promise<Effect[]> => {
    const details = { environment, event_id: eventId, adjustment_id: id };
    return isNoted ? [] : [await activity('adjustment_withdrawn', accountId, details, by)];
  };

  return await retryOnConflict('busy', async () => {
    const [event, pending] = await Promise.all([
      deps.conversions.byEventId(accountId, environment, eventId),
      deps.adjustments.pending(name),
    ]);
    const waiting = visibleTo(pixelKey, pending);
    if (!event) {
      if (!pending || waiting.length === 0) return { kind: 'not_found' };
      const target = targetIn(waiting);
      if (!target) return { kind: 'done', withdrawn: null, event, pending: waiting };
      const others = pending.adjustments.filter((adjustment) => adjustment !== target);
      const isWritten = await deps.adjustments.setPending(name, pending, others, await effectsOf(target));
      const shown = waiting.filter((adjustment) => adjustment !== target);
      return isWritten ? { kind: 'done', withdrawn: target, event, pending: shown } : conflict;
    }
    if (pixelKey && refusalOf({ pixelKey }, event)) return { kind: 'out_of_scope' };
    if (pending?.adjustments.some(({ refusal }) => !refusal)) {
      await applyPending([name], deps);
      return conflict;
    }
    const target = targetIn(event.adjustments ?? []);
    if (!target) return { kind: 'done', withdrawn: null, event, pending: waiting };
    const others = (event.adjustments ?? []).filter((adjustment) => adjustment !== target);
    if (!(await deps.adjustments.set(event, others, await effectsOf(target)))) return conflict;
    return { kind: 'done', withdrawn: target, event: { ...event, adjustments: others }, pending: waiting };
  });
}
