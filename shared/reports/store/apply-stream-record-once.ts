import type { Item, Key } from '#shared/store/item.ts';
import { maxShards, overflowKey } from '#shared/store/overflow-shards.ts';
import { ConditionFailed, tookEffect } from '#shared/store/store-errors.ts';
import type { Expression, Table } from '#shared/store/table.ts';
import { hours, minutes } from '#shared/values/durations.ts';
import { sha256 } from '#shared/values/ids.ts';
import type { StreamScale } from './stream-scale.ts';

/** Sequence numbers compare as text once padded to one length. */
export type Recorded = { sequence: string };

/** The attribute of a shard has its last counted record and the time. */
export const markPrefix = 'shard ';
/** A stream keeps records for half of this time, and then needs no mark. */
const markKeptMs = hours(48);
/** After this time, the checkpoint has passed a mark, and earlier workers have ended. */
const workersEndMs = minutes(2);
/** More marks would cost a second write unit. A "large" table has at least fifty shards. */
const maxMarks = 6;
/** A stream has new shards every few hours. */
const maxOldMarks = 6;
const maxPassedMarks = 4;
/** An item that is full of marks stays full for a shard. Its rejected writes would be billed, so they are avoided. */
const knownOverflows = new WeakMap<Table, Set<string>>();
const maxCached = 10_000;
const overflowCondition = 'attribute_not_exists(#mark) OR #mark < :first';

/**
 * The item stores the last record per shard, and `contributions` are of one shard, in order. `changeOf`
 * returns an update that begins with SET and ends with ADD. Makes one write, rarely two.
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
  const overflow = { pk: overflowKey(key.pk, Number.parseInt(shardHash.slice(0, 8), 16)), sk: key.sk };
  const name = `${key.pk} ${key.sk} ${shardId}`;
  // A large table never writes to the item itself. Sort keys begin with the day.
  const largeFrom = await scale.largeFrom();
  const isLarge = largeFrom !== null && key.sk.slice(0, largeFrom.length) >= largeFrom;
  let at = isLarge || knownOverflows.get(table)?.has(name) ? overflow : key;
  let condition =
    at === overflow
      ? overflowCondition
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
          // Two shards with the same short hash only make an item full later.
          ...(at === key && { ':shard': new Set([shardHash.slice(0, 4)]) }),
          ...(at === key && seen === undefined && { ':most': maxShards }),
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
        at = overflow;
        cacheOverflow(table, name);
        condition = overflowCondition;
        continue;
      }
      seen = String(error.item?.[mark] ?? '');
      condition = seen ? '#mark = :seen' : 'attribute_not_exists(#mark)';
      pending = contributions.filter(({ sequence }) => sequence > (seen as string));
    }
  }
}

function cacheOverflow(table: Table, name: string): void {
  const fullItems = knownOverflows.get(table) ?? new Set();
  if (fullItems.size >= maxCached) fullItems.clear();
  knownOverflows.set(table, fullItems.add(name));
}

const oldMarks = (item: Item, before: number): [string, string][] =>
  Object.entries(item).flatMap(([name, value]) =>
    name.startsWith(markPrefix) && Number(String(value).split(' ')[1]) < before ? [[name, String(value)]] : [],
  );

async function removeOldMarks(table: Table, key: Key, item: Item, before: number): Promise<void> {
  const old = oldMarks(item, before).slice(0, maxOldMarks);
  if (old.length === maxOldMarks) await removeMarks(table, key, old);
}

async function removePassedMarks(table: Table, key: Key, item: Item, scale: StreamScale, before: number): Promise<void> {
  const old = oldMarks(item, before);
  if (old.length < maxPassedMarks) return;
  const shardOf = (name: string) => name.slice(markPrefix.length);
  const checkpoints = await scale.checkpointsOf(old.map(([name]) => shardOf(name)));
  const isPassed = ([name, mark]: [string, string]) => (checkpoints.get(shardOf(name)) ?? '') >= (mark.split(' ')[0] as string);
  const expired = new Set(oldMarks(item, before + workersEndMs - markKeptMs).map(([name]) => name));
  const passed = old.filter((mark) => isPassed(mark) || expired.has(mark[0]));
  if (passed.length > 0) await removeMarks(table, key, passed);
}

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
