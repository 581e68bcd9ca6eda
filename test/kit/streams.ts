import type { Context } from 'aws-lambda';
import type { EngineCall } from '#lib/local/engines/dynamodb-call.ts';
import type { CreatedTable } from '#lib/local/resources.ts';
import { batchesOf, concerns, streamEvent } from '#lib/local/stream-batches.ts';
import { type StreamRecord, type StreamSource, streamSource } from '#lib/local/stream-source.ts';
import { type StreamConsumer, tables } from '#shared/store/tables.ts';
import type { StreamHandler } from '#shared/worker/stream-worker.ts';

type Consumers = Record<string, StreamHandler>;
type Delivered = ReadonlyMap<string, number>;

const itemOf = ({ dynamodb }: StreamRecord) => JSON.stringify(dynamodb.Keys);
function counted(counts: Map<string, number>, record: StreamRecord): number {
  const count = (counts.get(itemOf(record)) ?? 0) + 1;
  counts.set(itemOf(record), count);
  return count;
}

export function streamsOf(engine: EngineCall, created: readonly CreatedTable[]) {
  const streams = created.flatMap(({ name, streamArn = '' }) =>
    (tables[name].stream as readonly StreamConsumer[]).map((consumer) => ({
      consumer,
      streamArn,
      source: streamSource(engine, streamArn, null) as StreamSource,
      waiting: [] as StreamRecord[],
      shardId: '',
      delivered: new Map<string, number>(),
    })),
  );
  type Stream = (typeof streams)[number];

  async function pending(stream: Stream): Promise<StreamRecord[]> {
    for (;;) {
      const { records, shardId } = await stream.source.next();
      if (records.length === 0) return stream.waiting;
      stream.shardId = shardId;
      stream.waiting.push(...records.filter((record) => concerns(record, stream.consumer)));
    }
  }

  return {
    /** Counts by item, because repeated writes may have another order. */
    delivered: (): Delivered[] => streams.map(({ delivered }) => new Map(delivered)),

    async skip(delivered: readonly Delivered[]): Promise<void> {
      for (const [at, stream] of streams.entries()) {
        const seen = new Map<string, number>();
        const isNew = (record: StreamRecord) => counted(seen, record) > (delivered[at]?.get(itemOf(record)) ?? 0);
        stream.waiting = (await pending(stream)).filter(isNew);
      }
    },

    async peek(consumer: string): Promise<StreamRecord[]> {
      const consumed = streams.filter((stream) => stream.consumer.function === consumer);
      return (await Promise.all(consumed.map(async (stream) => [...(await pending(stream))]))).flat();
    },

    eventOf(consumer: string, records: readonly StreamRecord[], shardId = 'shard-1') {
      const { consumer: description, streamArn } = streams.find((candidate) => candidate.consumer.function === consumer) as Stream;
      return streamEvent(records, description, streamArn, shardId) as Parameters<StreamHandler>[0];
    },

    async deliver(consumers: Consumers): Promise<void> {
      let delivered = 0;
      for (const stream of streams) {
        delivered += (await pending(stream)).length;
        for (const batch of batchesOf(stream.waiting, stream.consumer.batchSize)) {
          const event = streamEvent(batch, stream.consumer, stream.streamArn, stream.shardId);
          await consumers[stream.consumer.function]?.(event as Parameters<StreamHandler>[0], {} as Context);
          for (const record of batch) counted(stream.delivered, record);
          stream.waiting.splice(0, batch.length);
        }
      }
      if (delivered > 0) await this.deliver(consumers);
    },
  };
}
