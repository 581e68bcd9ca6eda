import { eventIdOf } from '#shared/orders/rules/order-id.ts';
import type { ReconciliationDeps } from './deps.ts';
import { arrivedEventOf } from './rules/events.ts';
import type { Reconciliation } from './rules/reconciliations.ts';

/** An event has up to 32 KB, so few are in memory at once. */
const eventsAtOnce = 500;

export async function matchPart(
  current: Reconciliation,
  { parts, conversions }: Pick<ReconciliationDeps, 'parts' | 'conversions'>,
): Promise<Partial<Reconciliation>> {
  const { accountId, environment, idTemplate, matchedParts } = current;
  if (matchedParts === current.parts) return { stage: 'searching' };
  const orders = await parts.orders(current, matchedParts);
  const ids = orders.map(({ orderId }) => eventIdOf(idTemplate, orderId));
  const events = new Map<string, ReturnType<typeof arrivedEventOf>>();
  for (let at = 0; at < ids.length; at += eventsAtOnce)
    for (const event of await conversions.byEventIds(accountId, environment, ids.slice(at, at + eventsAtOnce)))
      events.set(event.eventId, arrivedEventOf(event));
  await parts.writeEvents(
    current,
    matchedParts,
    ids.map((id) => events.get(id) ?? null),
  );
  return { status: 'running', matchedParts: matchedParts + 1 };
}
