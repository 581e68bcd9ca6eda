import type { Item, Key } from '#shared/store/item.ts';
import { ConditionFailed } from '#shared/store/store-errors.ts';
import type { Expression, Table } from '#shared/store/table.ts';
import { hours } from '#shared/values/durations.ts';
import { sha256 } from '#shared/values/ids.ts';

/** Position of a stream record in its shard. Sequence numbers compare as text once padded to one length. */
export type Recorded = { sequence: string };

/** Before the name of a stream shard: the attribute that tells the last record taken in of it, and when that was. */
const markPrefix = 'shard ';
/** Twice as long as a stream keeps its records: no record can come again after that. */
const markKeptMs = hours(48);
/** Marks of no use that an item may hold: a stream has new shards every few hours, and an item may be added to for months. */
const maxOldMarks = 6;
/**
 * Shards that an item takes in itself: with their marks it stays below 1 KB, by which a write is billed. What comes from
 * further shards goes to items beside it, which readers add up. A full item stays full, so that a record that is
 * delivered again finds the item that has taken it in.
 */
const maxShards = 6;
/** Items beside one. With 400 shards each has about as many marks as an item of its own may have. */
const besides = 64;
/**
 * By table: item and shard for which the item was full. That stays so, and each refused write would be billed and would
 * load the very item that is to be spared.
 */
const knownBeside = new WeakMap<Table, Set<string>>();
const maxRemembered = 10_000;
const besideCondition = 'attribute_not_exists(#mark) OR #mark < :first';

/**
 * Adds what stream records contribute to an item. The item remembers, per stream shard, the last record it has taken
 * in, and takes in only later ones: the same record counts once, however often and in whatever batches it is
 * delivered. `contributions` are of one shard, in its order; `changeOf` says what some of them do, as an update that
 * begins with SET and ends with ADD. One write, or two after a redelivery, the first time that the item has no room for a
 * shard, or when it forgets shards that are long gone.
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
    changeOf(pending: readonly C[]): Required<Expression> & { update: `SET ${string} ADD ${string}` };
    now: () => number;
  },
): Promise<void> {
  const mark = `${markPrefix}${shardId}`;
  const shardHash = sha256(shardId);
  let pending = contributions;
  const beside = {
    pk: key.pk,
    sk: `${key.sk}#s${Number.parseInt(shardHash.slice(0, 8), 16) % besides}`,
  };
  const name = `${key.pk} ${key.sk} ${shardId}`;
  let at = knownBeside.get(table)?.has(name) ? beside : key;
  let condition =
    at === beside
      ? besideCondition
      : '#mark < :first OR (attribute_not_exists(#mark) AND (attribute_not_exists(#shards) OR size(#shards) < :most))';
  let seen: string | undefined;
  while (pending.length > 0) {
    const [first, last] = [pending[0] as C, pending.at(-1) as C];
    const { update, names, values } = changeOf(pending);
    try {
      const item = await table.update({
        key: at,
        update: `${update.replace('SET ', 'SET #mark = :last, ')}, #shards :shard`,
        condition,
        names: { ...names, '#mark': mark, '#shards': 'shards' },
        values: {
          ...values,
          // As short as may be: two shards of one name only make an item full later.
          ':shard': new Set([shardHash.slice(0, 4)]),
          ...(at === key && seen === undefined && { ':most': maxShards }),
          // The time comes after the number, so that the two compare as the numbers do.
          ':last': `${last.sequence} ${now()}`,
          ...(seen === undefined ? { ':first': first.sequence } : seen && { ':seen': seen }),
        },
      });
      await removeOldMarks(table, at, item, now() - markKeptMs);
      return;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      if (at === key && seen === undefined && error.item?.[mark] === undefined) {
        at = beside;
        rememberBeside(table, name);
        condition = besideCondition;
        continue;
      }
      seen = String(error.item?.[mark] ?? '');
      condition = seen ? '#mark = :seen' : 'attribute_not_exists(#mark)';
      pending = contributions.filter(({ sequence }) => sequence > (seen as string));
    }
  }
}

function rememberBeside(table: Table, name: string): void {
  const known = knownBeside.get(table) ?? new Set();
  if (known.size >= maxRemembered) known.clear();
  knownBeside.set(table, known.add(name));
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
