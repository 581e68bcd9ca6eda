import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { Conflict, Conversion } from '#shared/conversions/rules/conversions.ts';
import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';

export type Conversions = ReturnType<typeof conversionsIn>;

/** Accepted events. The item is the permanent claim on the event id: no TTL. */
export const conversionsIn = (table: Table) => ({
  /** Accepts an event in one conditional write: `null`, or the event that holds the id already. */
  async accept(conversion: Conversion): Promise<Conversion | null> {
    const key = keyOf.conversion(conversion.accountId, conversion.environment, conversion.eventId);
    const earlier = await table.putNew<Item & Conversion>({ ...key, kind: 'conversion', ...conversion });
    // The write took effect, its answer was lost, and the client library sent it again.
    return earlier?.writtenBy === conversion.writtenBy ? null : earlier;
  },

  /** Notes the first repeat of an event's id that says something else. One write. */
  async recordConflict(
    { accountId, environment, eventId }: Pick<Conversion, 'accountId' | 'environment' | 'eventId'>,
    conflict: Conflict,
  ): Promise<void> {
    await tookEffect(
      table.update({
        key: keyOf.conversion(accountId, environment, eventId),
        update: 'SET #conflict = :conflict',
        condition:
          'attribute_exists(pk) AND attribute_not_exists(#conflict) AND attribute_not_exists(erasedAt)',
        names: { '#conflict': 'conflict' },
        values: { ':conflict': conflict },
      }),
    );
  },

  /** Gives an event the click that was not known when it arrived. The first click stays. */
  async matchLate(
    { accountId, environment, eventId }: Pick<Conversion, 'accountId' | 'environment' | 'eventId'>,
    match: Required<Pick<Conversion, 'click' | 'counts' | 'matchedAt'>> & Pick<Conversion, 'matchedBy'>,
  ): Promise<void> {
    await tookEffect(
      table.update({
        key: keyOf.conversion(accountId, environment, eventId),
        update: `SET click = :click, #counts = :counts, matchedAt = :at${match.matchedBy ? ', matchedBy = :by' : ''}`,
        condition:
          'attribute_exists(pk) AND attribute_not_exists(click) AND attribute_not_exists(erasedAt) AND reason IN (:unknown, :none, :unreadable)',
        names: { '#counts': 'counts' },
        values: {
          ':click': match.click,
          ':counts': match.counts,
          ':at': match.matchedAt,
          ...(match.matchedBy && { ':by': match.matchedBy }),
          ':unknown': 'unknown_svc_click_id',
          ':none': 'no_click_id',
          ':unreadable': 'unreadable_svc_click_id',
        },
      }),
    );
  },

  /** The accepted events of ids, from the primary copy; a hundred a call. */
  byEventIds: (
    accountId: number,
    environment: Environment,
    eventIds: readonly string[],
  ): Promise<Conversion[]> =>
    table.getMany<Item & Conversion>(
      eventIds.map((eventId) => keyOf.conversion(accountId, environment, eventId)),
      { consistent: true },
    ),

  /** The accepted event of an id, from the primary copy. */
  byEventId: (accountId: number, environment: Environment, eventId: string): Promise<Conversion | null> =>
    table.get<Item & Conversion>(keyOf.conversion(accountId, environment, eventId), { consistent: true }),
});
