import { besidePk, maxShards } from '#shared/store/beside.ts';
import type { Item, Key } from '#shared/store/item.ts';
import { ConditionFailed, tookEffect } from '#shared/store/store-errors.ts';
import type { Expression, Table } from '#shared/store/table.ts';
import { hours, minutes } from '#shared/values/durations.ts';
import { sha256 } from '#shared/values/ids.ts';
import type { StreamScale } from './stream-scale.ts';

/** Position of a stream record in its shard. Sequence numbers compare as text once padded to one length. */
export type Recorded = { sequence: string };

/** Before the name of a stream shard: the attribute that tells the last record taken in of it, and when that was. */
export const markPrefix = 'shard ';
/** Twice as long as a stream keeps its records: no record can come again after that. */
const markKeptMs = hours(48);
/** In a large table a mark is of no use once its shard's checkpoint is past it and no worker is left that began before. */
const workersEndMs = minutes(2);
/** With more marks an item costs two units a write: its table has some fifty shards or more, and is called large. */
const maxMarks = 6;
/** Marks of no use that an item may hold: a stream has new shards every few hours, and an item may be added to for months. */
const maxOldMarks = 6;
/** Of a large table, where each write may bring one. */
const maxPassedMarks = 4;
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
 * delivered; a full item stays full (shared/store/beside.ts), so that it finds the item that has taken it in.
 * `contributions` are of one shard, in its order; `changeOf` says what some of them do, as an update that
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
    scale,
  }: {
    key: Key;
    shardId: string;
    contributions: readonly C[];
    changeOf(pending: readonly C[]): Required<Expression> & { update: `SET ${string} ADD ${string}` };
    now: () => number;
    scale: StreamScale;
  },
): Promise<void> {
  const mark = `${markPrefix}${shardId}`;
  const shardHash = sha256(shardId);
  let pending = contributions;
  const beside = { pk: besidePk(key.pk, Number.parseInt(shardHash.slice(0, 8), 16)), sk: key.sk };
  const name = `${key.pk} ${key.sk} ${shardId}`;
  // Where all go beside it, nobody asks the item itself. Sort keys begin with the day.
  const largeFrom = await scale.largeFrom();
  const isLarge = largeFrom !== null && key.sk.slice(0, largeFrom.length) >= largeFrom;
  let at = isLarge || knownBeside.get(table)?.has(name) ? beside : key;
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
        update: `${update.replace('SET ', 'SET #mark = :last, ')}${at === key ? ', #shards :shard' : ''}`,
        condition,
        names: { ...names, '#mark': mark, ...(at === key && { '#shards': 'shards' }) },
        values: {
          ...values,
          // As short as may be: two shards of one name only make an item full later.
          ...(at === key && { ':shard': new Set([shardHash.slice(0, 4)]) }),
          ...(at === key && seen === undefined && { ':most': maxShards }),
          // The time comes after the number, so that the two compare as the numbers do.
          ':last': `${last.sequence} ${now()}`,
          ...(seen === undefined ? { ':first': first.sequence } : seen && { ':seen': seen }),
        },
      });
      if (isLarge) await removePassedMarks(table, at, item, scale, now() - workersEndMs);
      else {
        await removeOldMarks(table, at, item, now() - markKeptMs);
        if (oldMarks(item, Number.POSITIVE_INFINITY).length > maxMarks) await scale.grow();
      }
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

const oldMarks = (item: Item, before: number): [string, string][] =>
  Object.entries(item).flatMap(([name, value]) =>
    name.startsWith(markPrefix) && Number(String(value).split(' ')[1]) < before
      ? [[name, String(value)]]
      : [],
  );

async function removeOldMarks(table: Table, key: Key, item: Item, before: number): Promise<void> {
  const old = oldMarks(item, before).slice(0, maxOldMarks);
  if (old.length === maxOldMarks) await removeMarks(table, key, old);
}

async function removePassedMarks(
  table: Table,
  key: Key,
  item: Item,
  scale: StreamScale,
  before: number,
): Promise<void> {
  const old = oldMarks(item, before);
  if (old.length < maxPassedMarks) return;
  const shardOf = (name: string) => name.slice(markPrefix.length);
  const checkpoints = await scale.checkpointsOf(old.map(([name]) => shardOf(name)));
  const isPassed = ([name, mark]: [string, string]) =>
    (checkpoints.get(shardOf(name)) ?? '') >= (mark.split(' ')[0] as string);
  const expired = new Set(oldMarks(item, before + workersEndMs - markKeptMs).map(([name]) => name));
  const passed = old.filter((one) => isPassed(one) || expired.has(one[0]));
  if (passed.length > 0) await removeMarks(table, key, passed);
}

/** Removes marks, unless one of them has moved on meanwhile. */
async function removeMarks(table: Table, key: Key, marks: readonly [string, string][]): Promise<void> {
  await tookEffect(
    table.update({
      key,
      update: `REMOVE ${marks.map((_, i) => `#old${i}`).join(', ')}`,
      condition: marks.map((_, i) => `#old${i} = :old${i}`).join(' AND '),
      names: Object.fromEntries(marks.map(([name], i) => [`#old${i}`, name])),
      values: Object.fromEntries(marks.map(([, mark], i) => [`:old${i}`, mark])),
    }),
  );
}
