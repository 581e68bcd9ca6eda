import { isDeepStrictEqual } from 'node:util';
import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { type StoredConsent, withStatements } from '#shared/consent/rules/consent.ts';
import { keyOf } from '#shared/conversions/items.ts';
import type { Conflict, Conversion } from '#shared/conversions/rules/conversions.ts';
import { openReasons } from '#shared/conversions/rules/late-match.ts';
import type { Item } from '#shared/store/item.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { refusalOf, tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type Conversions = ReturnType<typeof conversionsIn>;

export const conversionsIn = (table: Table) => ({
  async accept(conversion: Conversion): Promise<Conversion | null> {
    const key = keyOf.conversion(conversion.accountId, conversion.environment, conversion.eventId);
    const earlier = await table.putNew<Item & Conversion>({ ...key, kind: 'conversion', ...conversion });
    return earlier?.writtenBy === conversion.writtenBy ? null : earlier;
  },

  async recordConflict(
    { accountId, environment, eventId }: Pick<Conversion, 'accountId' | 'environment' | 'eventId'>,
    conflict: Conflict,
  ): Promise<void> {
    await tookEffect(
      table.update({
        key: keyOf.conversion(accountId, environment, eventId),
        update: 'SET #conflict = :conflict',
        condition: 'attribute_exists(pk) AND attribute_not_exists(#conflict) AND attribute_not_exists(erasedAt)',
        names: { '#conflict': 'conflict' },
        values: { ':conflict': conflict },
      }),
    );
  },

  async matchLate(
    { accountId, environment, eventId }: Pick<Conversion, 'accountId' | 'environment' | 'eventId'>,
    match: Required<Pick<Conversion, 'click' | 'counts' | 'matchedAt'>> & Pick<Conversion, 'matchedBy'>,
  ): Promise<void> {
    await tookEffect(
      table.update({
        key: keyOf.conversion(accountId, environment, eventId),
        update: `SET click = :click, #counts = :counts, matchedAt = :at${match.matchedBy ? ', matchedBy = :by' : ''}`,
        condition:
          'attribute_exists(pk) AND attribute_not_exists(click) AND attribute_not_exists(erasedAt) AND ' +
          `reason IN (${openReasons.map((_, i) => `:reason${i}`).join(', ')})`,
        names: { '#counts': 'counts' },
        values: {
          ':click': match.click,
          ':counts': match.counts,
          ':at': match.matchedAt,
          ...(match.matchedBy && { ':by': match.matchedBy }),
          ...Object.fromEntries(openReasons.map((reason, i) => [`:reason${i}`, reason])),
        },
      }),
    );
  },

  /** Returns null for an erased event. A statement that the event knows changes nothing, and concurrent statements are all considered. */
  async stateConsent(event: Conversion, said: StoredConsent): Promise<Conversion | null> {
    const { accountId, environment, eventId } = event;
    let current: Conversion | null = event;
    return await retryOnConflict('rare', async () => {
      if (!current || current.erasedAt) return null;
      const { click, consentChange: before } = current;
      const statements = withStatements(click?.consent, before);
      if (isDeepStrictEqual(withStatements(statements, said), statements)) return current;
      const after = withStatements(before, said);
      const refusal = await refusalOf(
        table.update({
          key: keyOf.conversion(accountId, environment, eventId),
          update: 'SET consentChange = :after',
          condition: `attribute_exists(pk) AND attribute_not_exists(erasedAt) AND ${before ? 'consentChange = :before' : 'attribute_not_exists(consentChange)'}`,
          values: { ':after': after, ...(before && { ':before': before }) },
        }),
      );
      if (!refusal) return { ...current, ...(after && { consentChange: after }) };
      current = refusal.item as (Item & Conversion) | null;
      return conflict;
    });
  },

  byEventIds: (accountId: AccountId, environment: Environment, eventIds: readonly string[]): Promise<Conversion[]> =>
    table.getMany<Item & Conversion>(
      eventIds.map((eventId) => keyOf.conversion(accountId, environment, eventId)),
      { consistent: true },
    ),

  byEventId: (accountId: AccountId, environment: Environment, eventId: string): Promise<Conversion | null> =>
    table.get<Item & Conversion>(keyOf.conversion(accountId, environment, eventId), { consistent: true }),
});
