import { addDecimals, type Decimal } from '#shared/domain/decimal.ts';
import type { Amount, Cell, TimeBasis } from '#shared/domain/totals.ts';
import { sha256 } from '#shared/ids.ts';
import { rawNumber } from '#shared/json.ts';
import { afterPrefix, keyOf } from './keys.ts';
import { ConditionFailed } from './store-errors.ts';
import type { Item, Table } from './table.ts';

export type Totals = ReturnType<typeof totalsIn>;
/** What one stream record adds to a cell. Sequence numbers compare as text once padded to one length. */
export type Contribution = { sequence: string; count: number; value: Decimal; receivedAt: string };

type TotalItem = Item & { cell: Cell; count: number; value: number | string; newest: string };

/**
 * Conversion totals, one item per cell. Each item remembers, per stream shard, the last record it has taken in, and
 * takes in only later ones: the same record counts once, however often and in whatever batches it is delivered.
 */
export const totalsIn = (table: Table) => ({
  /** Adds the contributions of one shard, given in the shard's order. One write, or two after a redelivery. */
  async add(cell: Cell, shardId: string, contributions: readonly Contribution[]): Promise<void> {
    const mark = `shard ${shardId}`;
    let pending = contributions;
    let condition = 'attribute_not_exists(#mark) OR #mark < :first';
    let seen: string | undefined;
    while (pending.length > 0) {
      const [first, last] = [pending[0] as Contribution, pending.at(-1) as Contribution];
      try {
        await table.update({
          key: keyOf.total(cell.accountId, cell.basis, cell.day, cellId(cell)),
          update: 'SET #mark = :last, newest = :newest, cell = :cell ADD #count :count, #value :value',
          condition,
          names: { '#mark': mark, '#count': 'count', '#value': 'value' },
          values: {
            ':last': last.sequence,
            ':newest': pending
              .map(({ receivedAt }) => receivedAt)
              .sort()
              .at(-1),
            ':cell': cell,
            ':count': pending.reduce((sum, { count }) => sum + count, 0),
            ':value': rawNumber(pending.map(({ value }) => value).reduce(addDecimals)),
            ...(seen === undefined ? { ':first': first.sequence } : { ':seen': seen }),
          },
        });
        return;
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        seen = String(error.item?.[mark] ?? '');
        condition = seen ? '#mark = :seen' : 'attribute_not_exists(#mark)';
        pending = contributions.filter(({ sequence }) => sequence > (seen as string));
      }
    }
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
      yield { ...item.cell, count: item.count, value: String(item.value), newest: item.newest };
    }
  },
});

const cellId = ({ campaign, ad_group, ad_id, event_type, currency }: Cell) =>
  sha256(JSON.stringify([campaign, ad_group, ad_id, event_type, currency])).slice(0, 32);
