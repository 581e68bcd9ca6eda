import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { Effect } from '#shared/messages/effects.ts';
import { keyOf } from '#shared/spend/items.ts';
import type { SpendAlias } from '#shared/spend/rules/joins.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { randomText } from '#shared/values/ids.ts';
import { packsOf } from '#shared/values/packs-of.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type SpendAliases = ReturnType<typeof spendAliasesIn>;

type Head = Item & { aliases: SpendAlias[]; parts?: number; set?: string };
type AliasPart = Item & { aliases: SpendAlias[]; set: string };

/** An item holds 400 KB. The documented maximum of aliases has 2.9 MB, below the 4 MB of a transaction. */
const maxPackBytes = 350_000;
const maxParts = 12;

/** A list beyond one item continues in parts. One transaction writes all of them, so no reader mixes two lists. */
export const spendAliasesIn = (table: Table) => ({
  async all(accountId: AccountId, environment: Environment): Promise<SpendAlias[]> {
    return await retryOnConflict('rare', async () => {
      const head = await table.get<Head>(keyOf.spendAliases(accountId, environment), { consistent: true });
      if (!head?.parts) return head?.aliases ?? [];
      const { pk, sk } = keyOf.spendAliasPart(accountId, environment, 1);
      const range = [sk, afterPrefix(`${environment}#`)] as const;
      const parts = await Array.fromAsync(table.query<AliasPart>(pk, range, { consistent: true }));
      const isWhole = parts.length === head.parts && parts.every(({ set }) => set === head.set);
      return isWhole ? [head, ...parts].flatMap(({ aliases }) => aliases) : conflict;
    });
  },

  async set(accountId: AccountId, environment: Environment, aliases: readonly SpendAlias[], effects: readonly Effect[]): Promise<void> {
    const key = keyOf.spendAliases(accountId, environment);
    const [first = [], ...others] = packsOf(aliases, maxPackBytes);
    const head = { ...key, kind: 'spend_aliases', aliases: first, effects: JSON.stringify(effects) };
    if (others.length === 0 && (await tookEffect(table.put(head, 'attribute_not_exists(parts)')))) return;
    const set = randomText(12);
    const continued = others.length > 0 && { parts: others.length, set };
    const partKeys = Array.from({ length: maxParts }, (_, at) => keyOf.spendAliasPart(accountId, environment, at + 1));
    await table.transact([
      { put: { ...head, ...continued } },
      ...partKeys.map((partKey, at) => {
        const pack = others[at];
        return pack ? { put: { ...partKey, kind: 'spend_aliases', aliases: pack, set } } : { remove: partKey };
      }),
    ]);
  },
});
