import { type AcceptDeps, type Accepted, accept } from './accept.ts';
import type { Arrival } from './arrival.ts';

/** A client may use one ID for two event types: the second event is stored as `<type>:<id>`. */
export async function acceptByType(arrival: Arrival, deps: AcceptDeps): Promise<Accepted> {
  const { event } = arrival;
  const qualifiedId = `${event.eventType}:${event.eventId}`;
  const accepted = await accept(arrival, deps, { qualifiedId });
  if (accepted.result.event_type === event.eventType) return accepted;
  const qualified = { ...event, eventId: qualifiedId };
  const warning = { code: 'event_id_qualified' as const, fields: ['event_id'] };
  return accept({ ...arrival, event: qualified, warnings: [...arrival.warnings, warning] }, deps);
}
