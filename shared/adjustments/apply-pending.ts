import { type Adjustment, withAdjustments, withoutNotes } from '#shared/conversions/rules/adjustments.ts';
import { type Conversion, pixelOf } from '#shared/conversions/rules/conversions.ts';
import type { Conversions } from '#shared/conversions/store/conversions.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { Adjustments, Pending, PendingAdjustment } from './store/adjustments.ts';

type Deps = { conversions: Conversions; adjustments: Adjustments };
type EventName = Pick<Conversion, 'accountId' | 'environment' | 'eventId'>;

const eventsAtOnce = 16;

/** A key of one pixel adjusts no other pixel's events. */
export function refusalOf(
  { currency, pixelKey }: Pick<PendingAdjustment, 'currency' | 'pixelKey'>,
  event: Conversion,
): NonNullable<PendingAdjustment['refusal']> | null {
  const pixelOfEvent = pixelOf(event);
  if (pixelKey && pixelOfEvent && pixelOfEvent !== pixelKey) return 'click_id_out_of_scope';
  return currency && currency !== event.currency ? 'currency_mismatch' : null;
}

export function storedForm(pending: PendingAdjustment, { erasedAt }: Conversion): Adjustment {
  const { currency: _, pixelKey: __, refusal: ___, ...adjustment } = pending;
  return erasedAt ? (withoutNotes([adjustment])[0] as Adjustment) : adjustment;
}

export async function applyPending(events: readonly EventName[], deps: Deps): Promise<void> {
  const pending = await deps.adjustments.pendingOf(events);
  await forEachConcurrent(pending, eventsAtOnce, async (first) => {
    await retryOnConflict('busy', async (tries) => {
      const current = tries === 1 ? first : await deps.adjustments.pending(first);
      return !current || (await isApplied(current, deps)) ? null : conflict;
    });
  });
}

async function isApplied(pending: Pending, { conversions, adjustments }: Deps): Promise<boolean> {
  const { accountId, environment, eventId } = pending;
  if (pending.adjustments.every(({ refusal }) => refusal)) return true;
  const event = await conversions.byEventId(accountId, environment, eventId);
  if (!event) return true;
  const judgedAdjustments = pending.adjustments.map((adjustment) => ({
    adjustment,
    refusal: adjustment.refusal ?? refusalOf(adjustment, event),
  }));
  const applied = judgedAdjustments.flatMap(({ adjustment, refusal }) => (refusal ? [] : [storedForm(adjustment, event)]));
  // A refused adjustment outlives an erasure of its event, so its note is removed.
  const refused = judgedAdjustments.flatMap(({ adjustment: { note: _, ...withoutNote }, refusal }) =>
    refusal ? [{ ...withoutNote, refusal }] : [],
  );
  const all = withAdjustments(event.adjustments ?? [], applied);
  return await adjustments.apply(event, all, pending, refused);
}
