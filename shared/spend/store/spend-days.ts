import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { keyOf } from '#shared/spend/items.ts';
import { inlineCharacters, packRows, unpackRows } from '#shared/spend/rules/packing.ts';
import type { ImportRef } from '#shared/spend/rules/spend-imports.ts';
import { dayDigest, type SpendDay } from '#shared/spend/rules/spend-rows.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { refusalOf } from '#shared/store/store-errors.ts';
import type { Expression, Table } from '#shared/store/table.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { useTurn } from '#shared/values/turn-budget.ts';

export type SpendDays = ReturnType<typeof spendDaysIn>;

/** `accountId` is the customer, and `adAccount` the account at the network. */
export type AdAccount = {
  accountId: AccountId;
  environment: Environment;
  network: string;
  adAccount: string;
};

/** A large day has `parts` in place of `packed`. */
export type StoredDay = Omit<SpendDay, 'rows'> & {
  importId: string;
  digest: string;
  packed?: string;
  parts?: number;
};
export type CountedDay = SpendDay & { network: string; adAccount: string; importId: string };
type DayItem = Item & StoredDay & { network: string; adAccount: string };

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

/** A year of 3 networks with 40 ads each is 1,100 items of about 1.5 KB: about 210 read units. */
export const spendDaysIn = (table: Table) => {
  const keyFor = ({ accountId, environment, network, adAccount }: AdAccount, day: string) =>
    keyOf.spendDay(accountId, environment, { day, network, adAccount });

  async function rowsOf(
    accountId: AccountId,
    environment: Environment,
    { importId, day, packed, parts = 0 }: Pick<StoredDay, 'importId' | 'day' | 'packed' | 'parts'>,
  ): Promise<SpendDay['rows']> {
    if (packed !== undefined) return unpackRows([packed]);
    const keys = Array.from({ length: parts }, (_, part) => keyOf.spendVersion(accountId, environment, importId, day, part));
    const items = await table.getMany<Item & { packed: string }>(keys, { consistent: true });
    if (items.length < parts) throw new Error(`A part of the spend of ${day} by ${importId} is not stored.`);
    return unpackRows(items.sort((a, b) => (a.sk < b.sk ? -1 : 1)).map((item) => item.packed));
  }

  const itemOf = (of: AdAccount, storedDay: StoredDay) => {
    const { network, adAccount } = of;
    return { ...keyFor(of, storedDay.day), kind: 'spend_day', network, adAccount, ...storedDay };
  };
  const countedBy = (before: string | null): { condition: string } & Expression =>
    before === null ? { condition: 'attribute_not_exists(pk)' } : { condition: 'importId = :before', values: { ':before': before } };

  return {
    rowsOf,

    async on(of: AdAccount, days: readonly string[]): Promise<Map<string, StoredDay>> {
      const keys = days.map((day) => keyFor(of, day));
      const items = await table.getMany<DayItem>(keys, { consistent: true });
      return new Map(items.map((item) => [item.day, item]));
    },

    async *between(accountId: AccountId, environment: Environment, from: string, to: string): AsyncGenerator<CountedDay> {
      const { pk } = keyOf.spendDay(accountId, environment, { day: '', network: '', adAccount: '' });
      for await (const item of table.query<DayItem>(pk, [from, afterPrefix(to)])) {
        const { day, level, currency, timeZone, pixelKey, network, adAccount, importId } = item;
        const rows = await rowsOf(accountId, environment, item);
        useTurn(rows.length);
        yield { day, level, currency, timeZone, pixelKey, network, adAccount, importId, rows };
      }
    },

    /** Returns `false` if the day no longer counts by the import `before`. A repeated call succeeds. */
    async replace(of: AdAccount, storedDay: StoredDay, before: string | null): Promise<boolean> {
      const { condition, ...expression } = countedBy(before);
      const refusal = await refusalOf(table.put(itemOf(of, storedDay), condition, expression));
      return refusal === null || refusal.item?.importId === storedDay.importId;
    },

    /**
     * A day of an import counts only while the import runs: an owner that stood still and goes on later must not bring
     * back a day of an import that was undone or given up. A repeated call is `published`.
     */
    async publish(of: AdAccount & ImportRef, storedDay: StoredDay, before: string | null): Promise<'published' | 'superseded' | 'ended'> {
      const isRunning = {
        check: keyOf.spendImport(of.accountId, of.environment, of.id),
        names: { '#status': 'status' },
        condition: '#status = :running AND attribute_not_exists(isGivenUp)',
        values: { ':running': 'running' },
      };
      const day = { put: itemOf(of, storedDay), ...countedBy(before) };
      const refusal = await refusalOf(table.transact([isRunning, day]));
      if (refusal === null) return 'published';
      if (refusal.part === 0) return 'ended';
      return refusal.item?.importId === storedDay.importId ? 'published' : 'superseded';
    },

    /** Returns `false` if another import counts on the day. The call is idempotent. */
    async remove(of: AdAccount, day: string, importId: string): Promise<boolean> {
      return await table.remove(keyFor(of, day), {
        condition: 'attribute_not_exists(pk) OR importId = :id',
        values: { ':id': importId },
      });
    },
  };
};
