import type { Item, Key } from '#shared/store/item.ts';
import { ConditionFailed } from '#shared/store/store-errors.ts';
import type { Expression, Table } from '#shared/store/table.ts';
import { hours } from '#shared/values/durations.ts';

/** Position of a stream record in its shard. Sequence numbers compare as text once padded to one length. */
export type Recorded = { sequence: string };

/** Before the name of a stream shard: the attribute that tells the last record taken in of it, and when that was. */
const markPrefix = 'shard ';
/** Twice as long as a stream keeps its records: no record can come again after that. */
const markKeptMs = hours(48);
/** Marks of no use that an item may hold: a stream has new shards every few hours, and an item may be added to for months. */
const maxOldMarks = 20;

/**
 * Adds what stream records contribute to an item. The item remembers, per stream shard, the last record it has taken
 * in, and takes in only later ones: the same record counts once, however often and in whatever batches it is
 * delivered. `contributions` are of one shard, in its order; `changeOf` says what some of them do, as an update that
 * begins with SET. One write, or two after a redelivery, or when it forgets shards that are long gone.
 */
export async function applyStreamRecordOnce<C extends Recorded>(
  table: Table,
  {
    key,
    shardId,
    contributions,
    changeOf,
    now,
  }: {
    key: Key;
    shardId: string;
    contributions: readonly C[];
    changeOf(pending: readonly C[]): Required<Expression> & { update: `SET ${string}` };
    now: () => number;
  },
): Promise<void> {
  const mark = `${markPrefix}${shardId}`;
  let pending = contributions;
  let condition = 'attribute_not_exists(#mark) OR #mark < :first';
  let seen: string | undefined;
  while (pending.length > 0) {
    const [first, last] = [pending[0] as C, pending.at(-1) as C];
    const { update, names, values } = changeOf(pending);
    try {
      const item = await table.update({
        key,
        update: update.replace('SET ', 'SET #mark = :last, '),
        condition,
        names: { ...names, '#mark': mark },
        values: {
          ...values,
          // The time comes after the number, so that the two compare as the numbers do.
          ':last': `${last.sequence} ${now()}`,
          ...(seen === undefined ? { ':first': first.sequence } : seen && { ':seen': seen }),
        },
      });
      await removeOldMarks(table, key, item, now() - markKeptMs);
      return;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      seen = String(error.item?.[mark] ?? '');
      condition = seen ? '#mark = :seen' : 'attribute_not_exists(#mark)';
      pending = contributions.filter(({ sequence }) => sequence > (seen as string));
    }
  }
}

async function removeOldMarks(table: Table, key: Key, item: Item, before: number): Promise<void> {
  const isOld = ([name, value]: [string, unknown]) =>
    name.startsWith(markPrefix) && Number(String(value).split(' ')[1]) < before;
  const old = Object.entries(item).filter(isOld).slice(0, maxOldMarks);
  if (old.length < maxOldMarks) return;
  await table.update({
    key,
    update: `REMOVE ${old.map((_, i) => `#old${i}`).join(', ')}`,
    condition: 'attribute_exists(pk)',
    names: Object.fromEntries(old.map(([name], i) => [`#old${i}`, name])),
  });
}
