import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix, keyOf } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';
import { dayOf } from '#shared/values/iso-date.ts';

type Adjusted = Pick<Conversion, 'accountId' | 'environment' | 'eventId' | 'adjustments'>;

/**
 * Each UTC day of an event's adjustments has a row, as long as the log has days. A recount of the day finds the event by it,
 * however old the event is. A row holds the event ID alone.
 */
export function adjustedRowsIn(
  table: Table,
  { now, retentionDays }: { now: () => number; retentionDays: number },
) {
  const endOf = (day: string) => Date.parse(day) + days(retentionDays + 1);
  return {
    /** Writes the rows of adjustments that are new; repeating it changes nothing. */
    async write(changes: readonly { before: Adjusted | null; after: Adjusted }[]): Promise<void> {
      const rows = changes.flatMap(
        ({ before, after: { accountId, environment, eventId, adjustments = [] } }) => {
          const known = new Set(before?.adjustments?.map(({ id }) => id));
          const fresh = adjustments.filter(({ id }) => !known.has(id));
          return [...new Set(fresh.map(({ effectiveAt }) => dayOf(effectiveAt)))]
            .filter((day) => endOf(day) > now())
            .map((day) => ({
              ...keyOf.adjustedRow(accountId, environment, day, eventId),
              kind: 'adjusted_row',
              ttl: Math.ceil(endOf(day) / 1000),
            }));
        },
      );
      await table.putMany(rows);
    },

    /** The IDs of the events with adjustments of a UTC day. */
    async *ofDay(accountId: number, environment: Environment, day: string): AsyncGenerator<string> {
      const { pk } = keyOf.adjustedRow(accountId, environment, day, '');
      for await (const { sk } of table.query<Item>(pk, [' ', afterPrefix('')], { consistent: true }))
        yield sk;
    },
  };
}
