import type { Effect } from '#shared/messages/effects.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix, keyOf } from '#shared/store/keys.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import type { Decimal } from '#shared/values/decimal.ts';

/** A unit of `from` was worth `rate` of `to`. `null` removes the rate. */
export type RateChange = { day: string; from: string; to: string; rate: Decimal | null };
export type ExchangeRate = RateChange & { rate: Decimal };

type YearItem = Item & { from: string; to: string; rates: Record<string, Decimal>; version: number };

export type ExchangeRates = ReturnType<typeof exchangeRatesIn>;

export const exchangeRatesIn = (table: Table) => ({
  /** The call is idempotent. Each item that is written notes the activity once. */
  async set(accountId: number, changes: readonly RateChange[], effects: readonly Effect[]): Promise<void> {
    const byItem = Map.groupBy(changes, ({ from, to, day }) => JSON.stringify([from, to, day.slice(0, 4)]));
    for (const ofItem of byItem.values()) {
      const [{ from, to, day } = { from: '', to: '', day: '' }] = ofItem;
      const key = keyOf.exchangeRates(accountId, from, to, day.slice(0, 4));
      await retryOnConflict('rare', async () => {
        const before = await table.get<YearItem>(key, { consistent: true });
        const rates = { ...before?.rates };
        for (const change of ofItem)
          if (change.rate === null) delete rates[change.day];
          else rates[change.day] = change.rate;
        if (JSON.stringify(rates) === JSON.stringify(before?.rates ?? {})) return;
        const version = (before?.version ?? 0) + 1;
        const item = {
          ...key,
          kind: 'exchange_rates',
          from,
          to,
          rates,
          version,
          effects: JSON.stringify(effects),
        };
        const isWritten = await tookEffect(
          before
            ? table.put(item, 'version = :before', { values: { ':before': before.version } })
            : table.put(item, 'attribute_not_exists(pk)'),
        );
        return isWritten ? undefined : conflict;
      });
    }
  },

  async between(accountId: number, from: string, to: string): Promise<ExchangeRate[]> {
    const { pk } = keyOf.exchangeRates(accountId, '', '', '');
    const rates: ExchangeRate[] = [];
    for await (const item of table.query<YearItem>(pk, [' ', afterPrefix('')], { consistent: true }))
      for (const [day, rate] of Object.entries(item.rates))
        if (day >= from && day <= to) rates.push({ day, from: item.from, to: item.to, rate });
    return rates.sort((a, b) =>
      JSON.stringify([a.from, a.to, a.day]) < JSON.stringify([b.from, b.to, b.day]) ? -1 : 1,
    );
  },
});
