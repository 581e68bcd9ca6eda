import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { keyOf } from '#shared/reports/items.ts';
import type { Item } from '#shared/store/item.ts';
import { ConditionFailed } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { setBounded } from '#shared/values/bounded.ts';
import { days } from '#shared/values/durations.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type ActivityNames = ReturnType<typeof activityNamesIn>;

export const maxNames = 100;

const retentionMs = days(40);
const maxCached = 1000;

type NamesItem = Item & { names: Set<string> };
type Day = { accountId: AccountId; environment: Environment; day: string; source: 'server' | 'browser' };

/**
 * A day has a bounded number of names, so no client can make a report slow. The choice is permanent, because records
 * may be counted again.
 */
export function activityNamesIn(table: Table, { now }: { now: () => number }) {
  const cachedNames = new Map<string, Set<string>>();

  async function added(names: readonly string[], { accountId, environment, day, source }: Day) {
    const key = keyOf.activityNames(accountId, environment, day, source);
    let storedNames = (await table.get<NamesItem>(key, { consistent: true }))?.names ?? new Set<string>();
    for (;;) {
      const more = names.filter((name) => !storedNames.has(name)).slice(0, maxNames - storedNames.size);
      if (more.length === 0) return storedNames;
      try {
        const item = await table.update<NamesItem>({
          key,
          update: 'SET kind = :kind, #ttl = :ttl ADD #names :more',
          condition: 'attribute_not_exists(#names) OR size(#names) <= :room',
          names: { '#names': 'names', '#ttl': 'ttl' },
          values: {
            ':kind': 'activity_names',
            ':ttl': Math.ceil((now() + retentionMs) / 1000),
            ':more': new Set(more),
            ':room': maxNames - more.length,
          },
        });
        return item.names;
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        storedNames = (error.item as NamesItem | undefined)?.names ?? storedNames;
      }
    }
  }

  return {
    /** A new name costs one read and one write, a cached name nothing. */
    async kept(names: readonly string[], day: Day): Promise<ReadonlySet<string>> {
      const id = JSON.stringify(day);
      const before = cachedNames.get(id) ?? new Set<string>();
      if (before.size >= maxNames || names.every((name) => before.has(name))) return before;
      const after = await added([...new Set(names)], day);
      setBounded(cachedNames, id, after, maxCached);
      return after;
    },
  };
}
