import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { isAhead } from '#shared/values/ahead.ts';
import { days, minutes } from '#shared/values/durations.ts';
import { dayOf } from '#shared/values/iso-date.ts';

/** How long what is known of the table's size is used. */
const knownMs = minutes(5);
/** From noting that the table is large until it counts as large: every process knows of it by then. */
const noticeMs = days(2);
const checkpointKeptMs = days(3);

type ScaleItem = Item & { largeFrom: string };
type CheckpointItem = Item & { shardId: string; sequence: string };
export type StreamScale = ReturnType<typeof streamScaleIn>;

/**
 * Whether a table has so many stream shards that counters of a day do not fit what comes from all of them, and how far
 * each shard's records are worked on then. A checkpoint says that every record up to it is done; with it counters need
 * not remember for two days what they took in of a shard. A small table has neither, and none of the costs.
 */
export function streamScaleIn(table: Table, { now }: { now: () => number }) {
  let known: { largeFrom: Promise<string | null>; until: number } | undefined;

  /** The first UTC day on which the table is large, or `null`. A read every few minutes. */
  function largeFrom(): Promise<string | null> {
    if (known && isAhead(known.until, now(), knownMs)) return known.largeFrom;
    const item = table.get<ScaleItem>(keyOf.streamScale(), { consistent: true });
    const own = { largeFrom: item.then((one) => one?.largeFrom ?? null), until: now() + knownMs };
    known = own;
    own.largeFrom.catch(() => {
      if (known === own) known = undefined;
    });
    return own.largeFrom;
  }

  return {
    largeFrom,

    /** Notes that an item has the marks of many shards: the days from the one after tomorrow are those of a large table. */
    async grow(): Promise<void> {
      if ((await largeFrom()) !== null) return;
      await table.update({
        key: keyOf.streamScale(),
        update: 'SET kind = :kind, largeFrom = if_not_exists(largeFrom, :from)',
        values: { ':kind': 'stream_scale', ':from': dayOf(new Date(now() + noticeMs).toISOString()) },
      });
      known = undefined;
    },

    /** Up to which record of a shard all is done; `null` in a small table. One read in a large one. */
    async reached(shardId: string): Promise<string | null> {
      if ((await largeFrom()) === null) return null;
      const item = await table.get<CheckpointItem>(keyOf.streamShard(shardId), { consistent: true });
      return item?.sequence ?? null;
    },

    /** Notes that all up to a record is done. One write in a large table. */
    async reach(shardId: string, sequence: string): Promise<void> {
      if ((await largeFrom()) === null) return;
      await tookEffect(
        table.update({
          key: keyOf.streamShard(shardId),
          update: 'SET kind = :kind, #ttl = :ttl, shardId = :shard, #sequence = :sequence',
          condition: 'attribute_not_exists(#sequence) OR #sequence < :sequence',
          names: { '#ttl': 'ttl', '#sequence': 'sequence' },
          values: {
            ':kind': 'stream_shard',
            ':ttl': Math.ceil((now() + checkpointKeptMs) / 1000),
            ':shard': shardId,
            ':sequence': sequence,
          },
        }),
      );
    },

    /** Up to where these shards are done. One read each. */
    async checkpointsOf(shardIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const items = await table.getMany<CheckpointItem>(shardIds.map(keyOf.streamShard), {
        consistent: true,
      });
      return new Map(items.map(({ shardId, sequence }) => [shardId, sequence]));
    },
  };
}
