import { timeOf } from '#shared/deliveries/rules/lane.ts';
import type { LogRange, MatchedEvents } from '#shared/event-log/store/matched-events.ts';
import { minutes } from '#shared/values/durations.ts';
import { conversionEvents } from './rules/conversion-events.ts';
import { type Delivery, deliveryOf, retentionMs } from './rules/delivery.ts';
import { isFor, type WebhookEndpoint } from './rules/endpoint.ts';

type Deps = { matchedEvents: MatchedEvents; now(): number };

export const maxCounted = 1000;
/** The clock of the function that took an event can be ahead. */
const aheadMs = minutes(5);
const logged = 'conversion.attributed';

/** Makes the deliveries of events that an endpoint left to the log while it kept failing, as the events are now. */
export async function missedDeliveries(
  endpoint: WebhookEndpoint,
  entries: number,
  { matchedEvents, now }: Deps,
): Promise<{ deliveries: Delivery[]; next: string | null }> {
  const { events, next } = await matchedEvents.page(rangeOf(endpoint, now()), entries);
  const ofEndpoint = events
    .flatMap((event) => conversionEvents(null, event))
    .filter((event) => event.type === logged && isFor(endpoint, event));
  return { deliveries: ofEndpoint.map((event) => deliveryOf(event, endpoint)), next };
}

export async function countMissed(
  endpoint: WebhookEndpoint,
  { matchedEvents, now }: Deps,
): Promise<{ since: string; events: number } | null> {
  const { environment, unrecordedFrom } = endpoint;
  if (unrecordedFrom === undefined) return null;
  const range = rangeOf(endpoint, now());
  const events = isFor(endpoint, { type: logged, environment }) ? await matchedEvents.count(range, maxCounted) : 0;
  return { since: timeOf(range.from), events };
}

function rangeOf({ accountId, environment, unrecordedFrom = '', unrecordedTo }: WebhookEndpoint, now: number): LogRange {
  const oldest = new Date(now - retentionMs).toISOString();
  const to = unrecordedTo ?? new Date(now + aheadMs).toISOString();
  return { accountId, environment, from: unrecordedFrom > oldest ? unrecordedFrom : oldest, to };
}
