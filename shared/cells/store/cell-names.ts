import { keyOf } from '#shared/cells/items.ts';
import { type Names, nameOf, type Owner } from '#shared/cells/rules/cells.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { ConditionFailed } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';
import { sha256 } from '#shared/values/ids.ts';

/** An item with this many hashes of names stays below one write unit. */
export const namesOfPage = 64;
export const pagesOfDay = 32;
const keptMs = days(130);
const maxCached = 200_000;

type Page = Item & { names: Set<string> };
type Day = { owner: Owner; day: string };
/** Full pages of hashes no longer change. */
type Known = { kept: Set<string>; full: number };
export type CellNames = ReturnType<typeof cellNamesIn>;

const hashOf = (names: Names) =>
  sha256(JSON.stringify((['channel', 'campaign', 'ad_group', 'ad_id'] as const).map((field) => nameOf(names, field)))).slice(0, 11);

/**
 * Anyone who knows a pixel's public key can name ads without end, so a day keeps a bounded number. Kept names never
 * change, because a click may be counted again.
 */
export function cellNamesIn(
  table: Table,
  { now, size = namesOfPage, pages = pagesOfDay }: { now: () => number; size?: number; pages?: number },
) {
  const cachedDays = new Map<string, Known>();
  let cachedNameCount = 0;

  async function pagesOf({ owner, day }: Day): Promise<Known> {
    const { pk } = keyOf.cellNames(owner, day, 0);
    const range = [' ', afterPrefix('')] as const;
    const storedPages = await Array.fromAsync(table.query<Page>(pk, range, { consistent: true }));
    const firstOpen = storedPages.findIndex(({ names }) => names.size < size);
    return {
      kept: new Set(storedPages.flatMap(({ names }) => [...names])),
      full: firstOpen < 0 ? storedPages.length : firstOpen,
    };
  }

  async function add(day: Day, hashes: readonly string[], { kept: keptHashes, full }: Known): Promise<Known> {
    let more = hashes.filter((hash) => !keptHashes.has(hash));
    let page: Page | undefined;
    while (more.length > 0 && full < pages) {
      const some = more.slice(0, size - (page?.names.size ?? 0));
      try {
        page = await table.update<Page>({
          key: keyOf.cellNames(day.owner, day.day, full),
          update: 'SET kind = :kind, #ttl = :ttl ADD #names :some',
          condition: 'attribute_not_exists(#names) OR size(#names) <= :room',
          names: { '#names': 'names', '#ttl': 'ttl' },
          values: {
            ':kind': 'cell_names',
            ':ttl': Math.ceil((now() + keptMs) / 1000),
            ':some': new Set(some),
            ':room': size - some.length,
          },
        });
      } catch (error) {
        if (!(error instanceof ConditionFailed) || !error.item) throw error;
        page = error.item as Page;
      }
      for (const name of page.names) keptHashes.add(name);
      more = more.filter((hash) => !keptHashes.has(hash));
      if (page.names.size < size) continue;
      full++;
      page = undefined;
    }
    return { kept: keptHashes, full };
  }

  function cacheNames(id: string, dayNames: Known): void {
    cachedNameCount += dayNames.kept.size - (cachedDays.get(id)?.kept.size ?? 0);
    cachedDays.delete(id);
    cachedDays.set(id, dayNames);
    while (cachedNameCount > maxCached && cachedDays.size > 1) {
      const [oldest, dropped] = cachedDays.entries().next().value as [string, Known];
      cachedDays.delete(oldest);
      cachedNameCount -= dropped.kept.size;
    }
  }

  return {
    /** A process makes one read per day, and one write for its new names. */
    async kept(day: Day, all: readonly Names[]): Promise<(names: Names) => boolean> {
      const id = `${day.owner.accountId} ${day.owner.environment} ${day.day}`;
      const hashes = [...new Set(all.map(hashOf))];
      const isSettled = ({ kept: keptHashes, full }: Known) => full >= pages || hashes.every((hash) => keptHashes.has(hash));
      const before = cachedDays.get(id);
      let dayNames = before ?? (await pagesOf(day));
      if (!isSettled(dayNames)) dayNames = await add(day, hashes, { kept: new Set(dayNames.kept), full: dayNames.full });
      cacheNames(id, dayNames);
      return (names) => dayNames.kept.has(hashOf(names));
    },
  };
}
