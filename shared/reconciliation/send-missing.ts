import { adjustEvents } from '#shared/adjustments/adjust-events.ts';
import { addSigned } from '#shared/cells/rules/signed.ts';
import { accept } from '#shared/conversions/accept.ts';
import { clickNamed } from '#shared/conversions/click-named.ts';
import { conversionErrors } from '#shared/conversions/errors.ts';
import { netOf, newestAdjustment } from '#shared/conversions/rules/adjustments.ts';
import type { Conversion, ConversionEvent } from '#shared/conversions/rules/conversions.ts';
import { namesNothing } from '#shared/conversions/rules/placeholders.ts';
import type { ActivityActor } from '#shared/messages/activity-types.ts';
import type { Order } from '#shared/orders/rules/order.ts';
import { eventIdOf } from '#shared/orders/rules/order-id.ts';
import type { Decimal } from '#shared/values/decimal.ts';
import { ApiError } from '#shared/values/errors.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { scopeOf } from './adjust-rows.ts';
import type { PreviewDeps, ReconciliationDeps } from './deps.ts';
import { attributableOf, callerOf } from './estimate.ts';
import type { Placed } from './rules/categories.ts';
import type { Reconciliation } from './rules/reconciliations.ts';
import { noRepairCounts, type RepairCounts, type RepairRun } from './rules/repairs.ts';
import type { Tally } from './rules/status-tally.ts';
import { withoutErased } from './without-erased.ts';

const writesAtOnce = 16;

async function openOrders(rows: readonly Placed[], current: Reconciliation, deps: PreviewDeps) {
  const { accountId, environment, idTemplate } = current;
  const orders = await withoutErased(
    rows.flatMap(({ order }) => order ?? []),
    current,
    deps,
  );
  const idOf = ({ orderId }: Order) => eventIdOf(idTemplate, orderId);
  const storedEvents = await deps.conversions.byEventIds(accountId, environment, orders.map(idOf));
  const events = new Map(storedEvents.map((event) => [event.eventId, event]));
  const isNamed = (order: Order) => events.has(idOf(order)) || !namesNothing(idOf(order));
  const pendingOrders = orders.filter((order) => isNamed(order) && (events.get(idOf(order))?.keyId ?? current.id) === current.id);
  const sentEvent = (order: Order) => events.get(idOf(order));
  const attributable = await attributableOf(pendingOrders, current, deps);
  const facts = new Map(rows.map(({ order, kept, similarId }) => [order?.orderId, { kept, similarId }]));
  const factsOf = ({ orderId, value }: Order) => facts.get(orderId) ?? { kept: value, similarId: null };
  return {
    open: pendingOrders,
    sentEvent,
    factsOf,
    skipped: orders.length - pendingOrders.length,
    isAttributed: ({ orderId }: Order) => attributable.has(orderId),
  };
}

export async function previewSending(
  rows: readonly Placed[],
  current: Reconciliation,
  tally: Tally,
  deps: PreviewDeps,
): Promise<{ counts: RepairCounts; similar: number }> {
  const { open: pendingOrders, sentEvent, factsOf, isAttributed, skipped } = await openOrders(rows, current, deps);
  const isUnsent = (event: Conversion | undefined) => !event || isUndone(event, current);
  const wanted = pendingOrders.filter((order) => isUnsent(sentEvent(order)));
  for (const order of wanted) tally.add(order);
  const counts = wanted.reduce((sum, order) => withOrder(sum, { ...order, value: factsOf(order).kept }, isAttributed(order)), {
    ...noRepairCounts,
    skipped: skipped + pendingOrders.length - wanted.length,
  });
  return { counts, similar: wanted.filter((order) => factsOf(order).similarId !== null).length };
}

export function storedSending(rows: readonly Placed[], tally: Tally): RepairCounts {
  let counts = noRepairCounts;
  for (const { order, kept } of rows) {
    if (!order) continue;
    tally.add(order);
    counts = withOrder(counts, { ...order, value: kept }, false);
  }
  return counts;
}

const undoneNote = (id: string) => `Undone: reconciliation ${id}`;
/** An undone repair leaves its events with the net value 0, and a repeat gives it back. */
const isUndone = (event: Conversion, { id }: Reconciliation): boolean => newestAdjustment(event)?.note === undoneNote(id);

/** An event ID is accepted once, so a repeat also counts the events that this reconciliation sent earlier. */
export async function sendRows(
  rows: readonly Placed[],
  { startedAt, by }: Pick<RepairRun, 'startedAt' | 'by'>,
  current: Reconciliation,
  deps: ReconciliationDeps,
): Promise<RepairCounts> {
  const { open: pendingOrders, sentEvent, factsOf, isAttributed, skipped } = await openOrders(rows, current, deps);
  let counts: RepairCounts = { ...noRepairCounts, skipped };
  const nets: NewNet[] = [];
  await forEachConcurrent(pendingOrders, writesAtOnce, async (order) => {
    const event = sentEvent(order);
    const isOurs = event !== undefined || (await sendOrder(order, current, deps));
    const { kept } = factsOf(order);
    counts = isOurs ? withOrder(counts, { ...order, value: kept }, isAttributed(order)) : { ...counts, skipped: counts.skipped + 1 };
    const isOwnNet = !event?.adjustments?.length || isUndone(event, current);
    if (isOurs && isOwnNet && (event ? netOf(event) : order.value) !== kept)
      nets.push({ eventId: eventIdOf(current.idTemplate, order.orderId), net: kept });
  });
  await setNets(nets, { at: startedAt, by, note: `Reconciliation ${current.id}` }, current, deps);
  return counts;
}

/** The events stay, with the net value 0. */
export async function withdrawSent(
  rows: readonly Placed[],
  { undoStartedAt, startedAt, by, undoneBy = by }: RepairRun,
  current: Reconciliation,
  deps: ReconciliationDeps,
): Promise<void> {
  const { accountId, environment, idTemplate, id } = current;
  const ids = rows.flatMap(({ order }) => (order ? [eventIdOf(idTemplate, order.orderId)] : []));
  const events = await deps.conversions.byEventIds(accountId, environment, ids);
  const nets = events.filter((event) => event.keyId === id && netOf(event) !== '0').map(({ eventId }) => ({ eventId, net: '0' }));
  const of = { at: undoStartedAt ?? startedAt, by: undoneBy, note: undoneNote(id) };
  await setNets(nets, of, current, deps);
}

type NewNet = { eventId: string; net: Decimal };
async function setNets(
  nets: readonly NewNet[],
  { at, by, note }: { at: string; by: ActivityActor; note: string },
  current: Reconciliation,
  deps: ReconciliationDeps,
): Promise<void> {
  if (nets.length === 0) return;
  const adjustments = nets.map((net) => ({ ...net, reason: 'correction' as const, effectiveAt: at, note }));
  const adjusted = await adjustEvents(scopeOf(current, by), adjustments, deps);
  if ('problems' in adjusted) throw new Error(`Adjustments of ${current.id} are refused.`);
}

const withOrder = (counts: RepairCounts, order: Order, isAttributed: boolean): RepairCounts => ({
  ...counts,
  orders: counts.orders + 1,
  changes: counts.changes + 1,
  attributed: counts.attributed + (isAttributed ? 1 : 0),
  values: {
    ...counts.values,
    [order.currency]: addSigned(counts.values[order.currency] ?? '0', order.value),
  },
});

async function sendOrder(order: Order, current: Reconciliation, deps: PreviewDeps): Promise<boolean> {
  const caller = callerOf(current);
  const send = async (clickId: string) => {
    const event = eventOf({ ...order, clickId }, current);
    const click = await clickNamed(clickId, caller, deps);
    const arrival = { event, warnings: [], caller, click, receivedAt: deps.now(), requestId: current.id };
    return await accept(arrival, deps);
  };
  const { result } = await send(order.clickId ?? '').catch((error: unknown) => {
    // If the order's click belongs to another account, the order is sent without it.
    if (error instanceof ApiError && error.code === conversionErrors.click_id_out_of_scope.code) return send('');
    throw error;
  });
  return !result.duplicate;
}

const eventOf = (
  { orderId, occurredAt, value, currency, clickId, userHash }: Order,
  { eventType, idTemplate }: Reconciliation,
): ConversionEvent => ({
  eventType,
  eventId: eventIdOf(idTemplate, orderId),
  clickId: clickId ?? '',
  occurredAt,
  value,
  currency,
  currencyGiven: true,
  ...(userHash !== null && { externalUserHash: userHash }),
  properties: JSON.stringify({ order_id: orderId }),
});
