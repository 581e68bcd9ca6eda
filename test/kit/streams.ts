import type { Context } from 'aws-lambda';
import type { EngineCall } from '#lib/local/engines/dynamodb-call.ts';
import type { CreatedTable } from '#lib/local/resources.ts';
import { batchesOf, concerns, streamEvent } from '#lib/local/stream-batches.ts';
import { type StreamRecord, type StreamSource, streamSource } from '#lib/local/stream-source.ts';
import { type StreamConsumer, tables } from '#shared/store/tables.ts';
import type { StreamHandler } from '#shared/worker/stream-worker.ts';

type Consumers = Record<string, StreamHandler>;

export function streamsOf(engine: EngineCall, created: readonly CreatedTable[]) {
  const streams = created.flatMap(({ name, streamArn = '' }) =>
    (tables[name].stream as readonly StreamConsumer[]).map((consumer) => ({
      consumer,
      streamArn,
      source: streamSource(engine, streamArn, null) as StreamSource,
      waiting: [] as StreamRecord[],
      shardId: '',
      delivered: '0',
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
    delivered: () => streams.map(({ delivered }) => delivered),

    async skip(numbers: readonly string[]): Promise<void> {
      for (const [at, stream] of streams.entries()) {
        const last = BigInt(numbers[at] ?? 0);
        const waiting = await pending(stream);
        stream.waiting = waiting.filter(({ dynamodb }) => BigInt(dynamodb.SequenceNumber) > last);
      }
    },

    async peek(consumer: string): Promise<StreamRecord[]> {
      const consumed = streams.filter((stream) => stream.consumer.function === consumer);
      return (await Promise.all(consumed.map(async (stream) => [...(await pending(stream))]))).flat();
    },

    eventOf(consumer: string, records: readonly StreamRecord[], shardId = 'shard-1') {
      const { consumer: description, streamArn } = streams.find(
        (candidate) => candidate.consumer.function === consumer,
      ) as Stream;
      return streamEvent(records, description, streamArn, shardId) as Parameters<StreamHandler>[0];
    },

    async deliver(consumers: Consumers): Promise<void> {
      let delivered = 0;
      for (const stream of streams) {
        delivered += (await pending(stream)).length;
        for (const batch of batchesOf(stream.waiting, stream.consumer.batchSize)) {
          const event = streamEvent(batch, stream.consumer, stream.streamArn, stream.shardId);
          await consumers[stream.consumer.function]?.(event as Parameters<StreamHandler>[0], {} as Context);
          stream.delivered = batch.at(-1)?.dynamodb.SequenceNumber ?? stream.delivered;
          stream.waiting.splice(0, batch.length);
        }
      }
      if (delivered > 0) await this.deliver(consumers);
    },
  };
}
