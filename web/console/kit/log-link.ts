import { type EventsSearch, eventsSearch } from './event-search.ts';

export function eventsSearchOf(logUrl: string | null): EventsSearch | null {
  if (!logUrl) return null;
  const query = new URL(logUrl, 'http://service.invalid').searchParams;
  const of = (name: string) => query.get(name) ?? undefined;
  return eventsSearch({
    outcome: of('outcome'),
    type: of('event_type'),
    reason: of('reason'),
    campaign: of('campaign'),
    key: of('key_id'),
    pixel: of('pixel_key'),
    channel: of('channel'),
    paid: { true: 'yes', false: 'no' }[of('paid') ?? ''],
    traffic: of('traffic'),
    consent: of('consent'),
    id: of('id'),
    from: of('from'),
    to: of('to'),
  });
}
