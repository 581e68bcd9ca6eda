import { randomInt } from 'node:crypto';
import type { Effect } from '#shared/messages/effects.ts';
import { keyOf } from '#shared/spend/items.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import type { Decimal } from '#shared/values/decimal.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { AccountId } from '#shared/values/tenant.ts';

/** A unit of `from` was worth `rate` of `to`. `null` removes the rate. */
export type RateChange = { day: string; from: string; to: string; rate: Decimal | null };
export type ExchangeRate = RateChange & { rate: Decimal };

type Rates = Record<string, Decimal>;
type YearItem = Item & { from: string; to: string; rates: Rates; version: number };

/** A report with `currency` reads all of them, at 4 to 15 KB for the days of a year. */
export const maxPairYears = 120;
const writesAtOnce = 8;

export type ExchangeRates = ReturnType<typeof exchangeRatesIn>;

export const exchangeRatesIn = (table: Table) => {
  const stored = (accountId: AccountId): Promise<YearItem[]> => {
    const { pk } = keyOf.exchangeRates(accountId, '', '', '');
    return Array.fromAsync(table.query<YearItem>(pk, [' ', afterPrefix('')], { consistent: true }));
  };

  /** Nothing remains of a pair without rates. */
  async function write(before: YearItem | undefined, item: YearItem): Promise<boolean> {
    const isWritten = await tookEffect(
      before
        ? table.put(item, 'version = :before', { values: { ':before': before.version } })
        : table.put(item, 'attribute_not_exists(pk)'),
    );
    if (isWritten && Object.keys(item.rates).length === 0)
      await table.remove(item, { condition: 'version = :version', values: { ':version': item.version } });
    return isWritten;
  }

  return {
    /** The call is idempotent. Each item that is written notes the activity once. */
    async set(accountId: AccountId, changes: readonly RateChange[], effects: readonly Effect[]): Promise<'set' | 'too_many_pairs'> {
      const bySk = Map.groupBy(changes, (change) => skOf(accountId, change));
      return await retryOnConflict('rare', async () => {
        const before = new Map((await stored(accountId)).map((item) => [item.sk, item]));
        const changedItems = [...bySk].flatMap(([sk, ofItem]) => {
          const item = changedItem(accountId, before.get(sk), ofItem);
          return item ? [{ ...item, effects: JSON.stringify(effects) }] : [];
        });
        const changed = new Map(changedItems.map((item) => [item.sk, item]));
        const [earlier, later] = [before, new Map([...before, ...changed])].map(countOf) as [number, number];
        if (later > maxPairYears && later > earlier) return 'too_many_pairs';
        let isConflict = false;
        await forEachConcurrent(changedItems, writesAtOnce, async (item) => {
          if (!(await write(before.get(item.sk), item))) isConflict = true;
        });
        return isConflict ? conflict : 'set';
      });
    },

    async between(accountId: AccountId, from: string, to: string): Promise<ExchangeRate[]> {
      const rates: ExchangeRate[] = [];
      for (const item of await stored(accountId))
        for (const [day, rate] of Object.entries(item.rates))
          if (day >= from && day <= to) rates.push({ day, from: item.from, to: item.to, rate });
      return rates.sort((a, b) => (JSON.stringify([a.from, a.to, a.day]) < JSON.stringify([b.from, b.to, b.day]) ? -1 : 1));
    },
  };
};

const skOf = (accountId: AccountId, { from, to, day }: RateChange) => keyOf.exchangeRates(accountId, from, to, day.slice(0, 4)).sk;

const countOf = (items: ReadonlyMap<string, YearItem>) => [...items.values()].filter(({ rates }) => Object.keys(rates).length > 0).length;

/** Versions begin at random, so that an item that was removed and set again differs from the earlier item. */
function changedItem(accountId: AccountId, before: YearItem | undefined, changes: readonly RateChange[]): YearItem | null {
  const [{ from, to, day } = { from: '', to: '', day: '' }] = changes;
  const rates = { ...before?.rates };
  for (const change of changes)
    if (change.rate === null) delete rates[change.day];
    else rates[change.day] = change.rate;
  if (JSON.stringify(rates) === JSON.stringify(before?.rates ?? {})) return null;
  const version = (before?.version ?? randomInt(2 ** 40)) + 1;
  const key = keyOf.exchangeRates(accountId, from, to, day.slice(0, 4));
  return { ...key, kind: 'exchange_rates', from, to, rates, version };
}
