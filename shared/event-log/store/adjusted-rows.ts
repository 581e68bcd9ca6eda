import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { keyOf } from '#shared/event-log/items.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import type { AccountId } from '#shared/values/tenant.ts';

type Adjusted = Pick<Conversion, 'accountId' | 'environment' | 'eventId' | 'adjustments'>;

/** By this row, a recount of the UTC day finds the adjusted event, however old it is. */
export function adjustedRowsIn(table: Table, { now, retentionDays }: { now: () => number; retentionDays: number }) {
  const endOf = (day: string) => Date.parse(day) + days(retentionDays + 1);
  return {
    /** The call is idempotent. */
    async write(changes: readonly { before: Adjusted | null; after: Adjusted }[]): Promise<void> {
      const rows = changes.flatMap(({ before, after: { accountId, environment, eventId, adjustments = [] } }) => {
        const earlierIds = new Set(before?.adjustments?.map(({ id }) => id));
        const newAdjustments = adjustments.filter(({ id }) => !earlierIds.has(id));
        return [...new Set(newAdjustments.map(({ effectiveAt }) => dayOf(effectiveAt)))]
          .filter((day) => endOf(day) > now())
          .map((day) => ({
            ...keyOf.adjustedRow(accountId, environment, day, eventId),
            kind: 'adjusted_row',
            ttl: Math.ceil(endOf(day) / 1000),
          }));
      });
      await table.putMany(rows);
    },

    async *ofDay(accountId: AccountId, environment: Environment, day: string): AsyncGenerator<string> {
      const { pk } = keyOf.adjustedRow(accountId, environment, day, '');
      for await (const { sk } of table.query<Item>(pk, [' ', afterPrefix('')], { consistent: true })) yield sk;
    },
  };
}
