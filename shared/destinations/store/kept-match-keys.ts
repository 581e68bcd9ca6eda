import { keyOf } from '#shared/destinations/items.ts';
import type { UserDataName } from '#shared/destinations/rules/match-keys.ts';
import type { Item } from '#shared/store/item.ts';
import type { Table } from '#shared/store/table.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { AccountId } from '#shared/values/tenant.ts';

type Event = { accountId: AccountId; environment: string; eventId: string };

export type KeptMatchKeys = ReturnType<typeof keptMatchKeysIn>;
const writesAtOnce = 16;

/** No call opens what is sealed. */
export const keptMatchKeysIn = (table: Table) => ({
  /** Makes one read. */
  async namesOf({ accountId, environment, eventId }: Event): Promise<UserDataName[]> {
    const key = keyOf.matchKeys(accountId, environment, eventId);
    const item = await table.get<Item & { fields: UserDataName[] }>(key, { consistent: true });
    return item?.fields ?? [];
  },

  /** Returns those events that have match keys. A hundred events take one call. */
  async among<E extends Event>(events: readonly E[]): Promise<E[]> {
    const keyOfEvent = (event: Event) => keyOf.matchKeys(event.accountId, event.environment, event.eventId);
    const items = await table.getMany<Item>(events.map(keyOfEvent), { consistent: true });
    const stored = new Set(items.map(({ pk }) => pk));
    return events.filter((event) => stored.has(keyOfEvent(event).pk));
  },

  /** Returns the number of events that had match keys. The call is idempotent. */
  async drop({ accountId, environment }: Omit<Event, 'eventId'>, { eventIds }: { eventIds: readonly string[] }): Promise<number> {
    let dropped = 0;
    await forEachConcurrent(eventIds, writesAtOnce, async (eventId) => {
      const key = keyOf.matchKeys(accountId, environment, eventId);
      if (await table.remove(key, { condition: 'attribute_exists(pk)' })) dropped++;
    });
    return dropped;
  },

  /** The call is idempotent. */
  async remove({ accountId, environment, eventId }: Event): Promise<void> {
    await table.remove(keyOf.matchKeys(accountId, environment, eventId));
  },
});
