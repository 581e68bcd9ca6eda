import { dayOf } from '#shared/domain/iso-date.ts';
import type { Environment } from '#shared/domain/keys.ts';
import { eachAtOnce } from '#shared/each-at-once.ts';
import { randomText } from '#shared/ids.ts';
import { keyOf } from './keys.ts';
import type { Table } from './table.ts';

export type PixelEvent = {
  eventType: string;
  /** Origin and path, without query. */
  url?: string;
  /** JSON text. */
  properties?: string;
};
/** What the events of one request have in common. */
export type PixelVisit = {
  accountId: number;
  environment: Environment;
  pixelKey: string;
  /** The click id that the browser holds; no session need exist for it. */
  sid: string;
  /** Arrival, ISO 8601 UTC. */
  at: string;
};
export type PixelEvents = ReturnType<typeof pixelEventsIn>;

const dayMs = 86_400_000;
const writesAtOnce = 10;
/** More partitions than this are not remembered; forgetting one costs a write. */
const knownPartitions = 10_000;

/** Events that browsers report, by account and UTC day of arrival. */
export function pixelEventsIn(table: Table, { retentionDays }: { retentionDays: number }) {
  const registered = new Map<string, Promise<void>>();

  /** Notes that a day's partition exists, once per function instance: the prune finds it so without a scan. */
  function register({ accountId, environment, at }: PixelVisit): Promise<void> {
    const key = keyOf.pixelDay(dayOf(at), accountId, environment);
    const name = `${key.pk}#${key.sk}`;
    const known = registered.get(name);
    if (known) return known;
    if (registered.size >= knownPartitions) registered.clear();
    const written = table.put({ ...key, kind: 'pixel_day' });
    registered.set(name, written);
    written.catch(() => registered.delete(name));
    return written;
  }

  return {
    /** Stores events in the order given: one write each. */
    async add(visit: PixelVisit, events: readonly PixelEvent[]): Promise<void> {
      const { accountId, environment, at } = visit;
      // First, so that there is no partition which the prune does not know of.
      await register(visit);
      const ttl = Math.ceil((Date.parse(at) + retentionDays * dayMs) / 1000);
      await eachAtOnce([...events.entries()], writesAtOnce, ([i, event]) => {
        const id = `${String(i).padStart(2, '0')}${randomText(16)}`;
        const key = keyOf.pixelEvent(accountId, environment, dayOf(at), at, id);
        return table.put({ ...key, kind: 'pixel_event', ttl, ...visit, ...event });
      });
    },
  };
}
