import { keyOf } from '#shared/destinations/items.ts';
import type { UserDataName } from '#shared/destinations/rules/match-keys.ts';
import type { Item } from '#shared/store/item.ts';
import type { Table } from '#shared/store/table.ts';
import type { AccountId } from '#shared/values/tenant.ts';

type Event = { accountId: AccountId; environment: string; eventId: string };

export type KeptMatchKeys = ReturnType<typeof keptMatchKeysIn>;

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

  /** The call is idempotent. */
  async remove({ accountId, environment, eventId }: Event): Promise<void> {
    await table.remove(keyOf.matchKeys(accountId, environment, eventId));
  },
});
