import type { ActivityActor } from '#shared/messages/activity-types.ts';
import { type Decimal, isLess } from '#shared/values/decimal.ts';
import { sha256 } from '#shared/values/ids.ts';

export const adjustmentReasons = ['refund', 'cancellation', 'correction', 'test'] as const;
export type AdjustmentReason = (typeof adjustmentReasons)[number];

/** `net` is the whole remaining value, so a repeated adjustment changes nothing. */
export type Adjustment = {
  id: string;
  net: Decimal;
  reason: AdjustmentReason;
  /** The times are ISO 8601 UTC, and `at` is the arrival. */
  effectiveAt: string;
  at: string;
  by: ActivityActor;
  note?: string;
};

export type Adjusted = { value: Decimal; adjustments?: readonly Adjustment[] };

export const maxAdjustments = 20;

export const adjustmentIdOf = (
  eventId: string,
  { net, effectiveAt }: Pick<Adjustment, 'net' | 'effectiveAt'>,
) => `adj_${sha256(JSON.stringify([eventId, effectiveAt, net])).slice(0, 22)}`;

/** The newest adjustment is last. At the same time, the lower net is the newer. */
function inOrder(a: Adjustment, b: Adjustment): number {
  if (a.effectiveAt !== b.effectiveAt) return a.effectiveAt < b.effectiveAt ? -1 : 1;
  if (a.net === b.net) return 0;
  return isLess(b.net, a.net) ? -1 : 1;
}

export function withAdjustments<T extends Adjustment>(
  before: readonly T[],
  more: readonly T[],
): readonly T[] {
  const byId = new Map([...more, ...before].map((adjustment) => [adjustment.id, adjustment]));
  return [...byId.values()].sort(inOrder).slice(-maxAdjustments);
}

export const newestAdjustment = ({ adjustments }: Pick<Adjusted, 'adjustments'>): Adjustment | undefined =>
  adjustments?.at(-1);

export const netOf = (event: Adjusted): Decimal => newestAdjustment(event)?.net ?? event.value;

export const withoutNotes = (adjustments: readonly Adjustment[]): Adjustment[] =>
  adjustments.map(({ note: _, ...rest }) => rest);
