import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { keyOf } from '#shared/event-log/items.ts';
import { partOf } from '#shared/event-log/rules/day-parts.ts';
import { StoreUnavailable } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { hours } from '#shared/values/durations.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { randomText } from '#shared/values/ids.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { dayRegistryIn } from './day-registry.ts';

export type PixelEvent = {
  eventType: string;
  url?: string;
  properties?: string;
};
export type PixelVisit = {
  accountId: AccountId;
  environment: Environment;
  pixelKey: string;
  sid: string;
  /** The arrival is ISO 8601 in UTC. */
  at: string;
};
const writesAtOnce = 10;

export function pixelEventsIn(table: Table, { now, retentionDays }: { now: () => number; retentionDays: number }) {
  const days = dayRegistryIn(table, { now });
  return {
    async add(visit: PixelVisit, events: readonly PixelEvent[]): Promise<void> {
      const { accountId, environment, at } = visit;
      const parts = await days.note(dayOf(at), visit, events.length);
      const ttl = Math.ceil((Date.parse(at) + hours(24 * retentionDays)) / 1000);
      await forEachConcurrent([...events.entries()], writesAtOnce, async ([i, event]) => {
        const id = `${String(i).padStart(2, '0')}${randomText(16)}`;
        const write = (parts: number) => {
          const key = keyOf.pixelEvent(accountId, environment, dayOf(at), {
            at,
            id,
            part: partOf(id, parts),
          });
          return table.put({ ...key, kind: 'pixel_event', ttl, ...visit, ...event });
        };
        try {
          await write(parts);
        } catch (error) {
          if (!(error instanceof StoreUnavailable) || parts > 0) throw error;
          // After a lost answer, a retry in another part would count the event twice.
          await days.spread(dayOf(at), visit);
          throw error;
        }
      });
    },
  };
}
