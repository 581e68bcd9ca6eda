import type { ActivityActor } from '#shared/messages/activity-types.ts';
import { type Decimal, isLess } from '#shared/values/decimal.ts';
import { sha256 } from '#shared/values/ids.ts';

export const adjustmentReasons = ['refund', 'cancellation', 'correction', 'test'] as const;
export type AdjustmentReason = (typeof adjustmentReasons)[number];

/** `net` is the whole remaining value, so a repeated adjustment changes nothing but its time. */
export type Adjustment = {
  id: string;
  net: Decimal;
  reason: AdjustmentReason;
  /** The times are ISO 8601 UTC, and `at` is the arrival. */
  effectiveAt: string;
  at: string;
  by: ActivityActor;
  note?: string;
  /** The adjustment came without a time, so its time is the arrival. */
  isByArrival?: true;
  /** Later adjustments to the same net without a time of their own. The time of the last repeat decides what is newest. */
  repeats?: readonly Repeat[];
};
export type Repeat = Pick<Adjustment, 'id' | 'effectiveAt'>;

export type Adjusted = { value: Decimal; adjustments?: readonly Adjustment[] };

export const maxAdjustments = 20;

export const adjustmentIdOf = (eventId: string, { net, effectiveAt }: Pick<Adjustment, 'net' | 'effectiveAt'>) =>
  `adj_${sha256(JSON.stringify([eventId, effectiveAt, net])).slice(0, 22)}`;

/** The newest adjustment is last. At the same time, the lower net is the newer. */
function inOrder(a: Adjustment, b: Adjustment): number {
  if (a.effectiveAt !== b.effectiveAt) return a.effectiveAt < b.effectiveAt ? -1 : 1;
  if (a.net === b.net) return 0;
  return isLess(b.net, a.net) ? -1 : 1;
}

/** A pending adjustment also names what it requires of its event. */
type Statement = Adjustment & { currency?: string; pixelKey?: string; refusal?: string };

/** Returns the same list in whatever order the adjustments arrive. */
export function withAdjustments<T extends Statement>(before: readonly T[], more: readonly T[]): readonly T[] {
  const byId = new Map<string, T>();
  for (const statement of [...before, ...more].flatMap(statementsOf)) {
    const first = byId.get(statement.id);
    if (!first) byId.set(statement.id, statement);
    else if (first.isByArrival && !statement.isByArrival) byId.set(statement.id, withOwnTime(first));
  }
  const all: T[] = [];
  for (const statement of [...byId.values()].sort(inOrder)) {
    const last = all.at(-1);
    if (last && isRepeat(statement, last)) all[all.length - 1] = withRepeat(last, statement);
    else all.push(statement);
  }
  return all.slice(-maxAdjustments);
}

/** The time of an arrival was also sent as a time of its own, which is never a repeat. */
export function withOwnTime<T extends Statement>({ isByArrival: _, ...statement }: T): T {
  return statement as unknown as T;
}

/** An older adjustment that arrives late can separate an adjustment from its repeats. */
const statementsOf = <T extends Statement>({ repeats = [], ...adjustment }: T): T[] => [
  adjustment as unknown as T,
  ...repeats.map(({ id, effectiveAt }) => {
    const { note: _, ...repeated } = { ...adjustment, id, effectiveAt, at: effectiveAt, isByArrival: true };
    return repeated as unknown as T;
  }),
];

const isRepeat = (statement: Statement, last: Statement): boolean =>
  statement.isByArrival === true &&
  (['net', 'reason', 'currency', 'pixelKey', 'refusal'] as const).every((name) => statement[name] === last[name]);

const withRepeat = <T extends Statement>(adjustment: T, { id, effectiveAt }: Repeat): T => ({
  ...adjustment,
  repeats: [...(adjustment.repeats ?? []), { id, effectiveAt }].slice(-maxAdjustments),
});

export const hasStatement = ({ id, repeats = [] }: Adjustment, statementId: string): boolean =>
  id === statementId || repeats.some((repeat) => repeat.id === statementId);

export const lastStatedAt = ({ at, repeats = [] }: Adjustment): string => repeats.at(-1)?.effectiveAt ?? at;

export const lastEffectiveAt = ({ effectiveAt, repeats = [] }: Adjustment): string => repeats.at(-1)?.effectiveAt ?? effectiveAt;

export const newestAdjustment = ({ adjustments }: Pick<Adjusted, 'adjustments'>): Adjustment | undefined => adjustments?.at(-1);

export const netOf = (event: Adjusted): Decimal => newestAdjustment(event)?.net ?? event.value;

export const withoutNotes = (adjustments: readonly Adjustment[]): Adjustment[] => adjustments.map(({ note: _, ...rest }) => rest);
