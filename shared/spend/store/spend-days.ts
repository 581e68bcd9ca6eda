import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { inlineCharacters, packRows, unpackRows } from '#shared/spend/rules/packing.ts';
import { dayDigest, type SpendDay } from '#shared/spend/rules/spend-rows.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix, keyOf } from '#shared/store/keys.ts';
import { refusalOf } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';

export type SpendDays = ReturnType<typeof spendDaysIn>;

/** Whose ad account it is, and where its clicks are. */
export type AdAccount = { accountId: number; environment: Environment; network: string; adAccount: string };

/** A day as an item holds it; the rows of a large one are parts beside the version of its import. */
export type StoredDay = Omit<SpendDay, 'rows'> & {
  importId: string;
  digest: string;
  packed?: string;
  parts?: number;
};
/** A day with its rows, and where it is from. */
export type CountedDay = SpendDay & { network: string; adAccount: string; importId: string };
type DayItem = Item & StoredDay & { network: string; adAccount: string };

/** A day as it is stored, and the texts of its parts, if its rows are too many for one item. */
export function storedDay(day: SpendDay, importId: string): { stored: StoredDay; parts: string[] } {
  const { rows, ...facts } = day;
  const texts = packRows(rows);
  const [first = ''] = texts;
  const isSmall = texts.length === 1 && first.length <= inlineCharacters;
  return {
    stored: {
      ...facts,
      importId,
      digest: dayDigest(day),
      ...(isSmall ? { packed: first } : { parts: texts.length }),
    },
    parts: isSmall ? [] : texts,
  };
}

/**
 * The spend that counts: one item for a day of an ad account, which names the import that it is from and holds its rows,
 * packed. A report reads a range of days by one query. A year of 3 networks with 40 ads each, one import a day, is
 * 1,100 items of about 1.5 KB: about 210 read units.
 */
export const spendDaysIn = (table: Table) => {
  const keyFor = ({ accountId, environment, network, adAccount }: AdAccount, day: string) =>
    keyOf.spendDay(accountId, environment, { day, network, adAccount });

  /** The rows of a stored day. */
  async function rowsOf(
    accountId: number,
    environment: Environment,
    { importId, day, packed, parts = 0 }: Pick<StoredDay, 'importId' | 'day' | 'packed' | 'parts'>,
  ): Promise<SpendDay['rows']> {
    if (packed !== undefined) return unpackRows([packed]);
    const keys = Array.from({ length: parts }, (_, part) =>
      keyOf.spendVersion(accountId, environment, importId, day, part),
    );
    const items = await table.getMany<Item & { packed: string }>(keys, { consistent: true });
    if (items.length < parts) throw new Error(`A part of the spend of ${day} by ${importId} is not stored.`);
    return unpackRows(items.sort((a, b) => (a.sk < b.sk ? -1 : 1)).map((item) => item.packed));
  }

  return {
    rowsOf,

    /** What counts on days of an ad account, by the day. */
    async on(of: AdAccount, days: readonly string[]): Promise<Map<string, StoredDay>> {
      const keys = days.map((day) => keyFor(of, day));
      const items = await table.getMany<DayItem>(keys, { consistent: true });
      return new Map(items.map((item) => [item.day, item]));
    },

    /** All spend of an account from one day to another, both included, in the order of days. */
    async *between(
      accountId: number,
      environment: Environment,
      from: string,
      to: string,
    ): AsyncGenerator<CountedDay> {
      const { pk } = keyOf.spendDay(accountId, environment, { day: '', network: '', adAccount: '' });
      for await (const item of table.query<DayItem>(pk, [from, afterPrefix(to)])) {
        const { day, level, currency, timeZone, pixelKey, network, adAccount, importId } = item;
        const rows = await rowsOf(accountId, environment, item);
        yield { day, level, currency, timeZone, pixelKey, network, adAccount, importId, rows };
      }
    },

    /**
     * Makes a day of an import the one that counts, if the one before it (`null`: none) still does. Repeatable: `false`
     * when another import counts there.
     */
    async replace(of: AdAccount, stored: StoredDay, before: string | null): Promise<boolean> {
      const { network, adAccount } = of;
      const item = { ...keyFor(of, stored.day), kind: 'spend_day', network, adAccount, ...stored };
      const refusal = await refusalOf(
        before === null
          ? table.put(item, 'attribute_not_exists(pk)')
          : table.put(item, 'importId = :before', { values: { ':before': before } }),
      );
      return refusal === null || refusal.item?.importId === stored.importId;
    },

    /** Takes a day away that counts by an import. Repeatable: `false` when another import counts there. */
    async remove(of: AdAccount, day: string, importId: string): Promise<boolean> {
      return await table.remove(keyFor(of, day), {
        condition: 'attribute_not_exists(pk) OR importId = :id',
        values: { ':id': importId },
      });
    },
  };
};
