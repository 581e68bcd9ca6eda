import { keyOf } from '#shared/destinations/items.ts';
import { endOfDay, lastDayOfEvent } from '#shared/destinations/rules/day-keys.ts';
import { type MatchKeys, namesOf } from '#shared/destinations/rules/match-keys.ts';
import { matchKeysText, readMatchKeys } from '#shared/destinations/rules/sealed-texts.ts';
import type { Item } from '#shared/store/item.ts';
import { refusalOf } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { DayKeys } from './day-keys.ts';

export type MatchKeysStore = ReturnType<typeof matchKeysIn>;

type Event = { accountId: AccountId; environment: string; eventId: string };
type Stored = Item & { sealed: string; lastDay: string };

const contextOf = ({ accountId, environment, eventId }: Event) => JSON.stringify(['match_keys', accountId, environment, eventId]);

/** The keys of an event are sealed in an item of their own, which outlives neither its `ttl` nor the key of its day. */
export function matchKeysIn(table: Table, { dayKeys }: { dayKeys: DayKeys }) {
  const itemKey = ({ accountId, environment, eventId }: Event) => keyOf.matchKeys(accountId, environment, eventId);

  return {
    /** The first keys of an event stay. An event that is never written leaves keys that end by their time. */
    async keep(event: Event, keys: MatchKeys, { receivedAt, writtenBy }: { receivedAt: number; writtenBy: string }): Promise<boolean> {
      const lastDay = lastDayOfEvent(receivedAt);
      const place = { accountId: event.accountId, lastDay, context: contextOf(event) };
      const item = {
        ...itemKey(event),
        kind: 'match_keys',
        sealed: await dayKeys.seal(place, matchKeysText(keys)),
        lastDay,
        fields: namesOf(keys),
        writtenBy,
        ttl: Math.ceil(endOfDay(lastDay) / 1000),
      };
      const refusal = await refusalOf(table.put(item, 'attribute_not_exists(pk)'));
      return !refusal || refusal.item?.writtenBy === writtenBy;
    },

    /** A repeated event brings no keys, whatever its first request brought. */
    async takeBack(event: Event, writtenBy: string): Promise<void> {
      await table.remove(itemKey(event), { condition: 'writtenBy = :own', values: { ':own': writtenBy } });
    },

    /** Returns `null` without keys, and when their day is over. */
    async find(event: Event): Promise<MatchKeys | null> {
      const item = await table.get<Stored>(itemKey(event), { consistent: true });
      const { sealed, lastDay } = item ?? {};
      if (sealed === undefined || lastDay === undefined) return null;
      const text = await dayKeys.open({ accountId: event.accountId, lastDay, context: contextOf(event) }, sealed);
      return text === null ? null : readMatchKeys(text);
    },
  };
}
