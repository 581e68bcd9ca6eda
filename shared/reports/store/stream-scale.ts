import { keyOf } from '#shared/reports/items.ts';
import type { Item } from '#shared/store/item.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { isAhead } from '#shared/values/ahead.ts';
import { days, minutes } from '#shared/values/durations.ts';
import { dayOf } from '#shared/values/iso-date.ts';

const knownMs = minutes(5);
const noticeMs = days(2);
const checkpointKeptMs = days(3);

type ScaleItem = Item & { largeFrom: string };
type CheckpointItem = Item & { shardId: string; sequence: string };
export type StreamScale = ReturnType<typeof streamScaleIn>;

/** Counters of a large table cannot hold all marks, so a checkpoint per shard replaces earlier marks. */
export function streamScaleIn(table: Table, { now }: { now: () => number }) {
  let cachedScale: { largeFrom: Promise<string | null>; until: number } | undefined;

  function largeFrom(): Promise<string | null> {
    if (cachedScale && isAhead(cachedScale.until, now(), knownMs)) return cachedScale.largeFrom;
    const item = table.get<ScaleItem>(keyOf.streamScale(), { consistent: true });
    const newScale = {
      largeFrom: item.then((scaleItem) => scaleItem?.largeFrom ?? null),
      until: now() + knownMs,
    };
    cachedScale = newScale;
    newScale.largeFrom.catch(() => {
      if (cachedScale === newScale) cachedScale = undefined;
    });
    return newScale.largeFrom;
  }

  return {
    largeFrom,

    async grow(): Promise<void> {
      if ((await largeFrom()) !== null) return;
      await table.update({
        key: keyOf.streamScale(),
        update: 'SET kind = :kind, largeFrom = if_not_exists(largeFrom, :from)',
        values: { ':kind': 'stream_scale', ':from': dayOf(new Date(now() + noticeMs).toISOString()) },
      });
      cachedScale = undefined;
    },

    async reached(shardId: string): Promise<string | null> {
      if ((await largeFrom()) === null) return null;
      const item = await table.get<CheckpointItem>(keyOf.streamShard(shardId), { consistent: true });
      return item?.sequence ?? null;
    },

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

    async checkpointsOf(shardIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const items = await table.getMany<CheckpointItem>(shardIds.map(keyOf.streamShard), {
        consistent: true,
      });
      return new Map(items.map(({ shardId, sequence }) => [shardId, sequence]));
    },
  };
}
