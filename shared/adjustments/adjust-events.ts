import { activity } from '#shared/activity/activity.ts';
import type { Environment } from '#shared/api-keys/rules/keys.ts';
import {
  type Adjustment,
  type AdjustmentReason,
  adjustmentIdOf,
  hasStatement,
  type Repeat,
  withAdjustments,
  withOwnTime,
} from '#shared/conversions/rules/adjustments.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { namesNothing } from '#shared/conversions/rules/placeholders.ts';
import type { Conversions } from '#shared/conversions/store/conversions.ts';
import type { ActivityActor } from '#shared/messages/activity-types.ts';
import type { Effect } from '#shared/messages/effects.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import type { Decimal } from '#shared/values/decimal.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { applyPending, refusalOf, storedForm } from './apply-pending.ts';
import type { Adjustments, PendingAdjustment } from './store/adjustments.ts';

export type AdjustmentScope = {
  accountId: AccountId;
  environment: Environment;
  pixelKey?: string | null;
  by: ActivityActor;
  isNoted?: boolean;
};
export type AdjustmentDeps = { conversions: Conversions; adjustments: Adjustments; now(): number };
/** Without `effectiveAt`, an adjustment takes effect when it arrives. Without `currency`, it has the event's. */
export type NewAdjustment = {
  eventId: string;
  net: Decimal;
  reason: AdjustmentReason;
  currency?: string | undefined;
  effectiveAt?: string | undefined;
  note?: string | undefined;
};
export type AdjustmentProblem = {
  index: number;
  code: 'currency_mismatch' | 'click_id_out_of_scope' | 'effective_at_missing' | 'event_id_incomplete';
};
export type AdjustmentResult = {
  adjustment: Adjustment;
  event: Conversion | null;
  isSuperseded: boolean;
  isUnchanged: boolean;
  refusal: NonNullable<PendingAdjustment['refusal']> | null;
};

const eventsAtOnce = 16;

/** The whole request is checked before anything is stored. Then each event takes one conditional write. */
export async function adjustEvents(
  scope: AdjustmentScope,
  adjustments: readonly NewAdjustment[],
  deps: AdjustmentDeps,
): Promise<{ problems: AdjustmentProblem[] } | { results: AdjustmentResult[] }> {
  const { accountId, environment } = scope;
  const byEvent = Map.groupBy(
    adjustments.map((adjustment, index) => ({ ...adjustment, index })),
    ({ eventId }) => eventId,
  );
  const storedEvents = await deps.conversions.byEventIds(accountId, environment, [...byEvent.keys()]);
  const events = new Map(storedEvents.map((event) => [event.eventId, event]));
  const problems = [...byEvent.values()].flatMap((some) => problemsOf(some, scope, events));
  if (problems.length > 0) return { problems: problems.sort((a, b) => a.index - b.index) };
  const results: AdjustmentResult[] = [];
  const note = await noteOf(scope, adjustments);
  const at = new Date(deps.now()).toISOString();
  await forEachConcurrent([...byEvent], eventsAtOnce, async ([eventId, some]) => {
    const wantedAdjustments = some.map((adjustment) => wantedOf(adjustment, scope, at));
    let event = events.get(eventId) ?? null;
    const eventResults = await retryOnConflict('busy', async (tries) => {
      if (tries > 1) event = await deps.conversions.byEventId(accountId, environment, eventId);
      if (event) event = await withPending(event, deps);
      return event
        ? await adjust(event, wantedAdjustments, note, deps)
        : await adjustPending({ ...scope, eventId }, wantedAdjustments, note, deps);
    });
    for (const [place, { index }] of some.entries()) results[index] = eventResults[place] as AdjustmentResult;
  });
  return { results };
}

/** The stream applies pending adjustments soon after the event, so the event's first change applies them itself. */
async function withPending(event: Conversion, deps: AdjustmentDeps): Promise<Conversion | null> {
  if (event.adjustmentsVersion !== undefined || !(await deps.adjustments.pending(event))) return event;
  await applyPending([event], deps);
  return await deps.conversions.byEventId(event.accountId, event.environment, event.eventId);
}

function wantedOf(
  { eventId, net, reason, note, currency, effectiveAt }: NewAdjustment,
  { pixelKey, by }: AdjustmentScope,
  at: string,
): PendingAdjustment {
  const time = effectiveAt ?? at;
  return {
    id: adjustmentIdOf(eventId, { net, effectiveAt: time }),
    net,
    reason,
    effectiveAt: time,
    at,
    by,
    ...(note && { note }),
    ...(effectiveAt === undefined && { isByArrival: true }),
    ...(currency && { currency }),
    ...(pixelKey && { pixelKey }),
  };
}

function problemsOf(
  some: readonly (NewAdjustment & { index: number })[],
  { pixelKey = null }: AdjustmentScope,
  events: ReadonlyMap<string, Conversion>,
): AdjustmentProblem[] {
  return some.flatMap(({ eventId, index, currency, effectiveAt }) => {
    const event = events.get(eventId);
    const refusal = event && refusalOf({ ...(currency && { currency }), ...(pixelKey && { pixelKey }) }, event);
    return [
      ...(refusal ? [{ index, code: refusal }] : []),
      ...(!event && namesNothing(eventId) ? [{ index, code: 'event_id_incomplete' as const }] : []),
      // Without a time, the lower of two net values of an event would win.
      ...(some.length > 1 && effectiveAt === undefined ? [{ index, code: 'effective_at_missing' as const }] : []),
    ];
  });
}

/** The event of a pending adjustment is unknown, so the newer request's currency or pixel may be right. */
function merged<T extends PendingAdjustment>(storedAdjustments: readonly T[], wantedAdjustments: readonly T[]) {
  const isReplaced = (storedAdjustment: T, { id }: Repeat = storedAdjustment) =>
    wantedAdjustments.some((adjustment) => adjustment.id === id && !hasEqualScope(adjustment, storedAdjustment));
  const before = storedAdjustments
    .filter((storedAdjustment) => !isReplaced(storedAdjustment))
    .map((storedAdjustment) => withoutRepeats(storedAdjustment, (repeat) => isReplaced(storedAdjustment, repeat)));
  // A time that was sent stays so, whichever of the requests was newer.
  const withTime = (adjustment: T) =>
    storedAdjustments.some(({ id, isByArrival }) => id === adjustment.id && !isByArrival) ? withOwnTime(adjustment) : adjustment;
  const all = withAdjustments(before, wantedAdjustments.map(withTime));
  const last = all.at(-1);
  return {
    all,
    isUnchanged: statementIds(all) === statementIds(storedAdjustments) && before.length === storedAdjustments.length,
    results: wantedAdjustments.map((wanted) => {
      const adjustment = all.find((one) => hasStatement(one, wanted.id)) ?? wanted;
      return {
        adjustment,
        isSuperseded: adjustment.id !== last?.id,
        isUnchanged: before.some(({ id }) => id === adjustment.id),
      };
    }),
  };
}

function withoutRepeats<T extends PendingAdjustment>(adjustment: T, isLeftOut: (repeat: Repeat) => boolean): T {
  const { repeats } = adjustment;
  return repeats?.some(isLeftOut) ? { ...adjustment, repeats: repeats.filter((repeat) => !isLeftOut(repeat)) } : adjustment;
}

const statementIds = (all: readonly Adjustment[]) =>
  JSON.stringify(all.map(({ id, isByArrival, repeats = [] }) => [id, isByArrival, ...repeats.map((repeat) => repeat.id)]));

const hasEqualScope = (a: PendingAdjustment, b: PendingAdjustment): boolean =>
  a.currency === b.currency && a.pixelKey === b.pixelKey && !a.refusal && !b.refusal;

async function adjust(
  event: Conversion,
  wantedAdjustments: readonly PendingAdjustment[],
  note: ActivityNote,
  { adjustments }: AdjustmentDeps,
): Promise<AdjustmentResult[] | typeof conflict> {
  const storedForms = wantedAdjustments.map((adjustment) => ({
    refusal: refusalOf(adjustment, event),
    adjustment: storedForm(adjustment, event),
  }));
  const allowed = storedForms.flatMap(({ refusal, adjustment }) => (refusal ? [] : [adjustment]));
  const { all, isUnchanged, results } = merged(event.adjustments ?? [], allowed);
  const current = { ...event, ...(all.length > 0 && { adjustments: all }) };
  if (!isUnchanged && !(await note.recordWith((effects) => adjustments.set(event, all, effects)))) return conflict;
  const rest = results.values();
  return storedForms.map(({ adjustment, refusal }) => ({
    ...(refusal ? { adjustment, isSuperseded: true, isUnchanged: false } : (rest.next().value as (typeof results)[number])),
    event: current,
    refusal,
  }));
}

/** Adjustments of unknown events are pending. A second read after the write finds an event that arrived meanwhile. */
async function adjustPending(
  name: AdjustmentScope & { eventId: string },
  wantedAdjustments: readonly PendingAdjustment[],
  note: ActivityNote,
  deps: AdjustmentDeps,
): Promise<AdjustmentResult[] | typeof conflict> {
  const before = await deps.adjustments.pending(name);
  const { all, isUnchanged, results } = merged<PendingAdjustment>(before?.adjustments ?? [], wantedAdjustments);
  const write = (effects: readonly Effect[]) => deps.adjustments.setPending(name, before, all, effects);
  if (!isUnchanged && !(await note.recordWith(write))) return conflict;
  const { accountId, environment, eventId } = name;
  const isThere = (await deps.conversions.byEventId(accountId, environment, eventId)) !== null;
  if (!isThere) return results.map((result) => ({ ...result, event: null, refusal: null }));
  await applyPending([name], deps);
  const event = await deps.conversions.byEventId(accountId, environment, eventId);
  const newest = event?.adjustments?.at(-1);
  return results.map((result) => ({
    ...result,
    event,
    isSuperseded: result.adjustment.id !== newest?.id,
    refusal: event && refusalOf(result.adjustment, event),
  }));
}

type ActivityNote = { recordWith(write: (effects: readonly Effect[]) => Promise<boolean>): Promise<boolean> };

async function noteOf(
  { accountId, environment, by, isNoted }: AdjustmentScope,
  adjustments: readonly NewAdjustment[],
): Promise<ActivityNote> {
  const details = { environment, event_id: adjustments[0]?.eventId ?? '', adjustments: adjustments.length };
  let unrecordedEffects: readonly Effect[] = isNoted ? [] : [await activity('events_adjusted', accountId, details, by)];
  return {
    async recordWith(write) {
      const effects = unrecordedEffects;
      unrecordedEffects = [];
      const isWritten = await write(effects).catch((error) => {
        unrecordedEffects = effects;
        throw error;
      });
      if (!isWritten) unrecordedEffects = effects;
      return isWritten;
    },
  };
}
