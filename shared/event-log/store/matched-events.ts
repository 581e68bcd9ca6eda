import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { keyOf as keyOfConversions } from '#shared/conversions/items.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { keyOf } from '#shared/event-log/items.ts';
import { partsOfDay } from '#shared/event-log/rules/day-parts.ts';
import type { LogEntry } from '#shared/event-log/rules/event-log.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { dayRegistryIn } from './day-registry.ts';
import { rowsInOrder } from './rows-in-order.ts';

export type MatchedEvents = ReturnType<typeof matchedEventsIn>;
/** `from` and `to` are places of the log. Each begins with its time. */
export type LogRange = { accountId: AccountId; environment: Environment; from: string; to: string };

const pageItems = 100;

/** Reads the events that a click had earned when they arrived, in the order of the log, strongly consistently. */
export const matchedEventsIn = (table: Table) => {
  const registry = dayRegistryIn(table, { now: Date.now });

  async function* entriesOf({ accountId, environment, from, to }: LogRange): AsyncGenerator<Item & LogEntry> {
    if (from >= to) return;
    const lastDay = to.slice(0, 10);
    for (let day = from.slice(0, 10); day <= lastDay; day = nextDay(day)) {
      const parts = partsOfDay(await registry.partsOf(day, { accountId, environment }, { consistent: true }));
      // A sort key is longer than a time, and all have one length, so only the entry at `from` itself sorts before this text.
      const range = [day === from.slice(0, 10) ? `${from} ` : ' ', day === lastDay ? to : afterPrefix('')] as const;
      const queries = parts.map((part) => {
        const { pk } = keyOf.logEntry(accountId, environment, day, { receivedAt: '', id: '', part });
        return table.query<Item & LogEntry>(pk, range, { consistent: true, pageItems });
      });
      yield* rowsInOrder(queries);
    }
  }

  return {
    async count(range: LogRange, most: number): Promise<number> {
      let count = 0;
      for await (const entry of entriesOf(range)) if (isMatched(entry) && ++count === most) break;
      return count;
    },

    /** `next` is `null` at the end of the range. */
    async page(range: LogRange, entries: number): Promise<{ events: Conversion[]; next: string | null }> {
      const { accountId, environment } = range;
      const matched: (Item & LogEntry)[] = [];
      let read = 0;
      let next: string | null = null;
      for await (const entry of entriesOf(range)) {
        if (isMatched(entry)) matched.push(entry);
        if (++read < entries) continue;
        next = entry.sk;
        break;
      }
      const keys = matched.map(({ eventId = '' }) => keyOfConversions.conversion(accountId, environment, eventId));
      const items = await table.getMany<Item & Conversion>(keys, { consistent: true });
      const byKey = new Map(items.map((item) => [item.pk, item]));
      return { events: keys.flatMap(({ pk }) => byKey.get(pk) ?? []), next };
    },
  };
};

const isMatched = ({ outcome, matchedAt }: LogEntry) => outcome === 'matched' && matchedAt === undefined;

const nextDay = (day: string) => dayOf(new Date(Date.parse(day) + days(1)).toISOString());
