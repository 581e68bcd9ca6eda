import type { Session } from '#shared/domain/attribution.ts';
import type { Environment } from '#shared/domain/keys.ts';
import { keyOf } from './keys.ts';
import type { Item, Table } from './table.ts';

export type Clicks = ReturnType<typeof clicksIn>;

/** Sessions read many at once, for batches: one call for a hundred, and a second look at the primary copy for those not found. */
export function clicksIn(table: Table) {
  async function find<T extends Item>(keys: readonly { pk: string; sk: string }[]): Promise<Map<string, T>> {
    const found = new Map((await table.getMany<T>(keys)).map((item) => [item.pk, item]));
    const missing = keys.filter(({ pk }) => !found.has(pk));
    for (const item of await table.getMany<T>(missing, { consistent: true })) found.set(item.pk, item);
    return found;
  }

  return {
    /** Sessions by click id; an id that leads nowhere is not in the map. */
    async byIds(sids: readonly string[]): Promise<Map<string, Session>> {
      const distinct = [...new Set(sids)];
      const items = await find<Item & Session>(distinct.map(keyOf.session));
      return new Map(
        distinct.flatMap((sid) => {
          const item = items.get(keyOf.session(sid).pk);
          return item ? [[sid, item]] : [];
        }),
      );
    },

    /** Click ids by another name that an ad network gave the click. */
    async byAliases(
      accountId: number,
      environment: Environment,
      name: string,
      values: readonly string[],
    ): Promise<Map<string, string>> {
      const distinct = [...new Set(values)];
      const keys = distinct.map((value) => keyOf.alias(accountId, environment, name, value));
      const items = await find<Item & { sid: string }>(keys);
      return new Map(
        distinct.flatMap((value, i) => {
          const item = items.get(keys[i]?.pk ?? '');
          return item ? [[value, item.sid]] : [];
        }),
      );
    },
  };
}
