import { addDecimals, type Decimal, decimalOf } from '#shared/domain/decimal.ts';
import type { Amount, Cell, TimeBasis } from '#shared/domain/totals.ts';
import { sha256 } from '#shared/ids.ts';
import { rawNumber } from '#shared/json.ts';
import { addOnce, type Recorded } from './add-once.ts';
import { afterPrefix, keyOf } from './keys.ts';
import type { Item, Table } from './table.ts';

export type Totals = ReturnType<typeof totalsIn>;
/** What one stream record adds to a cell. */
export type Contribution = Recorded & { count: number; value: Decimal; receivedAt: string };

type TotalItem = Item & { cell: Cell; count: number; value: number | string; newest: string };

/** Conversion totals, one item per cell; the same record counts once, however often it is delivered. */
export const totalsIn = (table: Table, { now }: { now: () => number }) => ({
  /** Adds the contributions of one shard, given in the shard's order. One write, or two after a redelivery. */
  async add(cell: Cell, shardId: string, contributions: readonly Contribution[]): Promise<void> {
    await addOnce(table, {
      key: keyOf.total(cell.accountId, cell.basis, cell.day, cellId(cell)),
      shardId,
      now,
      contributions,
      changeOf: (pending) => ({
        update: 'SET newest = :newest, cell = :cell ADD #count :count, #value :value',
        names: { '#count': 'count', '#value': 'value' },
        values: {
          ':newest': pending
            .map(({ receivedAt }) => receivedAt)
            .sort()
            .at(-1),
          ':cell': cell,
          ':count': pending.reduce((sum, { count }) => sum + count, 0),
          ':value': rawNumber(pending.map(({ value }) => value).reduce(addDecimals)),
        },
      }),
    });
  },

  /** The account's cells of the days from `from` to `to`, both included. */
  async *between(
    accountId: number,
    basis: TimeBasis,
    from: string,
    to: string,
  ): AsyncGenerator<Cell & Amount & { newest: string }> {
    const range = [
      keyOf.total(accountId, basis, from, '').sk,
      afterPrefix(keyOf.total(accountId, basis, to, '').sk),
    ] as const;
    for await (const item of table.query<TotalItem>(keyOf.total(accountId, basis, '', '').pk, range)) {
      yield { ...item.cell, count: item.count, value: decimalOf(String(item.value)), newest: item.newest };
    }
  },
});

const cellId = ({ campaign, ad_group, ad_id, event_type, currency }: Cell) =>
  sha256(JSON.stringify([campaign, ad_group, ad_id, event_type, currency])).slice(0, 32);
