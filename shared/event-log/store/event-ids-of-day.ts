import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { keyOf } from '#shared/event-log/items.ts';
import { partsOfDay } from '#shared/event-log/rules/day-parts.ts';
import type { LogEntry } from '#shared/event-log/rules/event-log.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { DayRegistry } from './day-registry.ts';

export const eventIdsOfDay = (table: Table, registry: Pick<DayRegistry, 'partsOf'>) =>
  async function* (accountId: AccountId, environment: Environment, day: string): AsyncGenerator<string> {
    const parts = await registry.partsOf(day, { accountId, environment }, { consistent: true });
    const seen = new Set<string>();
    for (const part of partsOfDay(parts)) {
      const { pk } = keyOf.logEntry(accountId, environment, day, { receivedAt: '', id: '', part });
      for await (const entry of table.query<Item & LogEntry>(pk, [' ', afterPrefix('')], {
        consistent: true,
      })) {
        const isAccepted = entry.outcome === 'matched' || entry.outcome === 'unmatched';
        if (!isAccepted || !entry.eventId || seen.has(entry.eventId)) continue;
        seen.add(entry.eventId);
        yield entry.eventId;
      }
    }
  };
