import { addSigned } from '#shared/cells/rules/signed.ts';
import { accept } from '#shared/conversions/accept.ts';
import { clickNamed } from '#shared/conversions/click-named.ts';
import type { ConversionEvent } from '#shared/conversions/rules/conversions.ts';
import { namesNothing } from '#shared/conversions/rules/placeholders.ts';
import { ApiError } from '#shared/values/errors.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { ReconciliationDeps } from './deps.ts';
import { attributableOf, callerOf } from './estimate.ts';
import type { Placed } from './rules/categories.ts';
import { eventIdOf } from './rules/id-template.ts';
import type { Order } from './rules/orders.ts';
import type { Reconciliation } from './rules/reconciliations.ts';
import { noRepairCounts, type RepairCounts } from './rules/repairs.ts';
import { withoutErased } from './without-erased.ts';

const writesAtOnce = 16;

type Reading = Omit<ReconciliationDeps, 'objects' | 'dayPages' | 'dayRegistry' | 'logDays' | 'maxExtra'>;

async function openOrders(rows: readonly Placed[], current: Reconciliation, deps: Reading) {
  const { accountId, environment, idTemplate } = current;
  const orders = await withoutErased(
    rows.flatMap(({ order }) => order ?? []),
    current,
    deps,
  );
  const idOf = ({ orderId }: Order) => eventIdOf(idTemplate, orderId);
  const storedEvents = await deps.conversions.byEventIds(accountId, environment, orders.map(idOf));
  const keyIds = new Map(storedEvents.map(({ eventId, keyId }) => [eventId, keyId]));
  const isNamed = (order: Order) => keyIds.has(idOf(order)) || !namesNothing(idOf(order));
  const pendingOrders = orders.filter(
    (order) => isNamed(order) && (keyIds.get(idOf(order)) ?? current.id) === current.id,
  );
  const isSent = (order: Order) => keyIds.has(idOf(order));
  const attributable = await attributableOf(pendingOrders, current, deps);
  return { open: pendingOrders, isSent, attributable, skipped: orders.length - pendingOrders.length };
}

export async function previewSending(
  rows: readonly Placed[],
  current: Reconciliation,
  deps: Reading,
): Promise<RepairCounts> {
  const { open: pendingOrders, isSent, attributable, skipped } = await openOrders(rows, current, deps);
  const unsent = pendingOrders.filter((order) => !isSent(order));
  return unsent.reduce((counts, order) => withOrder(counts, order, attributable.has(order.orderId)), {
    ...noRepairCounts,
    skipped: skipped + pendingOrders.length - unsent.length,
  });
}

/** An event ID is accepted once, so a repeat also counts the events that this reconciliation sent earlier. */
export async function sendRows(
  rows: readonly Placed[],
  current: Reconciliation,
  deps: Reading,
): Promise<RepairCounts> {
  const { open: pendingOrders, isSent, attributable, skipped } = await openOrders(rows, current, deps);
  let counts: RepairCounts = { ...noRepairCounts, skipped };
  await forEachConcurrent(pendingOrders, writesAtOnce, async (order) => {
    const isOurs = isSent(order) || (await sendOrder(order, current, deps));
    counts = isOurs
      ? withOrder(counts, order, attributable.has(order.orderId))
      : { ...counts, skipped: counts.skipped + 1 };
  });
  return counts;
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

async function sendOrder(order: Order, current: Reconciliation, deps: Reading): Promise<boolean> {
  const caller = callerOf(current);
  const send = async (clickId: string) => {
    const event = eventOf({ ...order, clickId }, current);
    const click = await clickNamed(clickId, caller, deps);
    const arrival = { event, warnings: [], caller, click, receivedAt: deps.now(), requestId: current.id };
    return await accept(arrival, deps);
  };
  const { result } = await send(order.clickId ?? '').catch((error: unknown) => {
    // If the order's click belongs to another account, the order is sent without it.
    if (error instanceof ApiError && error.code === 'click_id_out_of_scope') return send('');
    throw error;
  });
  return !result.duplicate;
}

const eventOf = (
  { orderId, occurredAt, value, currency, clickId, userHash }: Order,
  { eventType, idTemplate }: Reconciliation,
): ConversionEvent => ({
  ...{ eventType, eventId: eventIdOf(idTemplate, orderId), clickId: clickId ?? '', occurredAt },
  ...{ value, currency, currencyGiven: true },
  ...(userHash !== null && { externalUserHash: userHash }),
  properties: JSON.stringify({ order_id: orderId }),
});
