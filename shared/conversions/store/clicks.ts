import type { ConversionCaller } from '#shared/api-keys/rules/keys.ts';
import { isUnreadable, type Session } from '#shared/conversions/rules/attribution.ts';
import { aliasIn } from '#shared/conversions/rules/late-match.ts';
import type { Item, Key } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';

export type Clicks = ReturnType<typeof clicksIn>;

/** A batch needs one call for a hundred sessions, and a strongly consistent read of the missing sessions. */
export function clicksIn(table: Table) {
  async function find<T extends Item>(keys: readonly Key[]): Promise<Map<string, T>> {
    const items = new Map((await table.getMany<T>(keys)).map((item) => [item.pk, item]));
    const missing = keys.filter(({ pk }) => !items.has(pk));
    for (const item of await table.getMany<T>(missing, { consistent: true })) items.set(item.pk, item);
    return items;
  }

  return {
    /**
     * One read each, or two for an ad network's click ID, which belongs to the account's newest session with
     * it. An unknown ID is not in the map.
     */
    async named(
      clickIds: readonly string[],
      { accountId, environment }: Pick<ConversionCaller, 'accountId' | 'environment'>,
    ): Promise<Map<string, Session>> {
      const distinct = [...new Set(clickIds)].filter((clickId) => clickId && !isUnreadable(clickId));
      const aliasKeys = new Map(
        distinct.flatMap((clickId) => {
          const alias = aliasIn(clickId);
          return alias
            ? [[clickId, keyOf.alias(accountId, environment, alias.name, alias.value)] as const]
            : [];
        }),
      );
      const aliases = await find<Item & { sid: string }>([...aliasKeys.values()]);
      const sidOf = (clickId: string) => {
        const key = aliasKeys.get(clickId);
        return key ? aliases.get(key.pk)?.sid : clickId;
      };
      const sids = [...new Set(distinct.flatMap((clickId) => sidOf(clickId) ?? []))];
      const sessions = await find<Item & Session>(sids.map(keyOf.session));
      return new Map(
        distinct.flatMap((clickId) => {
          const session = sessions.get(keyOf.session(sidOf(clickId) ?? '').pk);
          return session ? [[clickId, session]] : [];
        }),
      );
    },
  };
}
