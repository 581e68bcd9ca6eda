import type { Conversion } from '#shared/domain/conversions.ts';
import type { Environment } from '#shared/domain/keys.ts';
import { keyOf } from './keys.ts';
import type { Item, Table } from './table.ts';

export type Conversions = ReturnType<typeof conversionsIn>;

/** Accepted events. The item is the claim on the event id, for ever: no TTL. */
export const conversionsIn = (table: Table) => ({
  /** Accepts an event in one conditional write: `null`, or the event that holds the id already. */
  async accept(conversion: Conversion): Promise<Conversion | null> {
    const key = keyOf.conversion(conversion.accountId, conversion.environment, conversion.eventId);
    const earlier = await table.putNew<Item & Conversion>({ ...key, kind: 'conversion', ...conversion });
    // The write took effect, its answer was lost, and the client library sent it again.
    return earlier?.writtenBy === conversion.writtenBy ? null : earlier;
  },

  /** The accepted event of an id, from the primary copy. */
  byEventId: (accountId: number, environment: Environment, eventId: string): Promise<Conversion | null> =>
    table.get<Item & Conversion>(keyOf.conversion(accountId, environment, eventId), { consistent: true }),
});
