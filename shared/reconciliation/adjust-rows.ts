import {
  type AdjustmentDeps,
  type AdjustmentScope,
  adjustEvents,
} from '#shared/adjustments/adjust-events.ts';
import { withdrawAdjustment } from '#shared/adjustments/withdraw-adjustment.ts';
import { addSigned, negative, type Signed } from '#shared/cells/rules/signed.ts';
import { adjustmentIdOf, netOf } from '#shared/conversions/rules/adjustments.ts';
import type { Decimal } from '#shared/values/decimal.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { Placed } from './rules/categories.ts';
import type { Reconciliation } from './rules/reconciliations.ts';
import { noRepairCounts, type RepairCounts, type RepairName } from './rules/repairs.ts';

/** An event gets the net `to`, unless its net is no longer `from`. */
type Target = { eventId: string; currency: string; from: Decimal; to: Decimal };
type Adjusting = Exclude<RepairName, 'send_missing'>;

const withdrawalsAtOnce = 8;

/** The event of the template keeps its value, and its doubles lose theirs. */
const targetsOf: Record<Adjusting, (row: Placed) => Target[]> = {
  adjust_values: ({ order, event }) =>
    order && event
      ? [{ eventId: event.eventId, currency: event.currency, from: event.value, to: order.value }]
      : [],
  void_doubles: ({ doubles }) =>
    doubles.map(({ eventId, currency, value }) => ({ eventId, currency, from: value, to: '0' })),
};

const scopeOf = ({ accountId, environment, by }: Reconciliation): AdjustmentScope => ({
  ...{ accountId, environment, by },
});

/** `at` makes the IDs of the adjustments, so that a repeat finds its own adjustments. */
async function openTargets(
  rows: readonly Placed[],
  { repair, at }: { repair: Adjusting; at: string },
  { accountId, environment }: Reconciliation,
  { conversions }: Pick<AdjustmentDeps, 'conversions'>,
) {
  const targets = rows.flatMap(targetsOf[repair]);
  const ids = targets.map(({ eventId }) => eventId);
  const events = new Map(
    (await conversions.byEventIds(accountId, environment, ids)).map((event) => [event.eventId, event]),
  );
  const isOpen = ({ eventId, from, to }: Target) => {
    const event = events.get(eventId);
    const ownId = adjustmentIdOf(eventId, { net: to, effectiveAt: at });
    return event && (netOf(event) === from || event.adjustments?.some(({ id }) => id === ownId));
  };
  const open = targets.filter(isOpen);
  return { open, skipped: targets.length - open.length };
}

const countsOf = (open: readonly Target[], skipped: number): RepairCounts => {
  const values: Record<string, Signed> = {};
  for (const { currency, from, to } of open)
    values[currency] = addSigned(values[currency] ?? '0', addSigned(to, negative(from)));
  return { ...noRepairCounts, orders: open.length, changes: open.length, skipped, values };
};

export async function previewAdjusting(
  rows: readonly Placed[],
  repair: Adjusting,
  current: Reconciliation,
  deps: Pick<AdjustmentDeps, 'conversions'>,
): Promise<RepairCounts> {
  // No adjustment is of an empty time.
  const { open, skipped } = await openTargets(rows, { repair, at: '' }, current, deps);
  return countsOf(open, skipped);
}

/** Adjusts the events of some rows. Events that changed since the reconciliation are left alone. */
export async function adjustRows(
  rows: readonly Placed[],
  run: { repair: Adjusting; at: string },
  current: Reconciliation,
  deps: AdjustmentDeps,
): Promise<RepairCounts> {
  const { open, skipped } = await openTargets(rows, run, current, deps);
  const adjustments = open.map(({ eventId, to: net }) => ({
    ...{ eventId, net, reason: 'correction' as const, effectiveAt: run.at },
    note: `Reconciliation ${current.id}`,
  }));
  if (adjustments.length > 0) {
    const adjusted = await adjustEvents(scopeOf(current), adjustments, deps);
    if ('problems' in adjusted) throw new Error(`Adjustments of ${current.id} are refused.`);
  }
  return countsOf(open, skipped);
}

/** Withdraws the adjustments of a repair. Repeatable. */
export async function withdrawRows(
  rows: readonly Placed[],
  { repair, at }: { repair: Adjusting; at: string },
  current: Reconciliation,
  deps: AdjustmentDeps,
): Promise<void> {
  await forEachConcurrent(rows.flatMap(targetsOf[repair]), withdrawalsAtOnce, async ({ eventId, to }) => {
    const adjustmentId = adjustmentIdOf(eventId, { net: to, effectiveAt: at });
    await withdrawAdjustment(scopeOf(current), { eventId, adjustmentId }, deps);
  });
}
