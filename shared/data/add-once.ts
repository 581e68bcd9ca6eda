import { ConditionFailed } from './store-errors.ts';
import type { Expression, Key, Table } from './table.ts';

/** Where in its shard a stream record stands. Sequence numbers compare as text once padded to one length. */
export type Recorded = { sequence: string };

/**
 * Adds what stream records contribute to an item. The item remembers, per stream shard, the last record it has taken
 * in, and takes in only later ones: the same record counts once, however often and in whatever batches it is
 * delivered. `contributions` are of one shard, in its order; `changeOf` says what some of them do, as an update that
 * begins with SET. One write, or two after a redelivery.
 */
export async function addOnce<C extends Recorded>(
  table: Table,
  {
    key,
    shardId,
    contributions,
    changeOf,
  }: {
    key: Key;
    shardId: string;
    contributions: readonly C[];
    changeOf(pending: readonly C[]): Required<Expression> & { update: `SET ${string}` };
  },
): Promise<void> {
  const mark = `shard ${shardId}`;
  let pending = contributions;
  let condition = 'attribute_not_exists(#mark) OR #mark < :first';
  let seen: string | undefined;
  while (pending.length > 0) {
    const [first, last] = [pending[0] as C, pending.at(-1) as C];
    const { update, names, values } = changeOf(pending);
    try {
      await table.update({
        key,
        update: update.replace('SET ', 'SET #mark = :last, '),
        condition,
        names: { ...names, '#mark': mark },
        values: {
          ...values,
          ':last': last.sequence,
          ...(seen === undefined ? { ':first': first.sequence } : seen && { ':seen': seen }),
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
}
