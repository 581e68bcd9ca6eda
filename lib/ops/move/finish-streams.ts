import { join } from 'node:path';
import { checkpointIn } from '#lib/local/checkpoint.ts';
import type { EngineCall } from '#lib/local/engines/dynamodb-call.ts';
import type { Invoke } from '#lib/local/invoker.ts';
import type { CreatedTable } from '#lib/local/resources.ts';
import { batchesOf, concerns, streamEvent } from '#lib/local/stream-batches.ts';
import { type StreamRecord, streamSource } from '#lib/local/stream-source.ts';
import type { Effect } from '#shared/messages/effects.ts';
import { newEffects } from '#shared/outbox/new-effects.ts';
import { type StreamConsumer, tables } from '#shared/store/tables.ts';
import { changeOf } from '#shared/worker/stream-worker.ts';
import { MoveRefused } from './move-refused.ts';

type Folder = { directory: string; engine: EngineCall; tables: readonly CreatedTable[] };
type Stream = {
  consumer: StreamConsumer;
  streamArn: string;
  checkpoint: ReturnType<typeof checkpointIn>;
};

const outbox = 'outbox';

function streamsOf({ directory, tables: created }: Folder): Stream[] {
  return created.flatMap(({ name, streamArn }) =>
    (tables[name].stream as readonly StreamConsumer[]).flatMap((consumer) => {
      const file = join(directory, 'checkpoints', `${name}.${consumer.function}.json`);
      return streamArn ? [{ consumer, streamArn, checkpoint: checkpointIn(file, streamArn) }] : [];
    }),
  );
}

async function* recordsOf({ consumer, streamArn, checkpoint }: Stream, engine: EngineCall) {
  const { position } = checkpoint;
  const source = streamSource(engine, streamArn, position && { ...position });
  for (;;) {
    const { records, shardId } = await source.next();
    const last = records.at(-1);
    if (!last) return;
    yield { shardId, last, wanted: records.filter((record) => concerns(record, consumer)) };
  }
}

/**
 * The streams are read to their end, so that totals, indexes and webhook deliveries are complete. Consumers
 * tolerate redelivery.
 */
export async function finishStreams(folder: Folder, invokeOf: (name: string) => Invoke): Promise<number> {
  let total = 0;
  for (;;) {
    let delivered = 0;
    for (const stream of streamsOf(folder)) if (stream.consumer.function !== outbox) delivered += await finish(stream, folder, invokeOf);
    total += delivered;
    // Consumers write too, so their changes are delivered in the next round.
    if (delivered === 0) return total;
  }
}

async function finish(stream: Stream, { engine }: Folder, invokeOf: (name: string) => Invoke) {
  const { consumer, streamArn, checkpoint } = stream;
  let delivered = 0;
  for await (const { shardId, last, wanted } of recordsOf(stream, engine)) {
    for (const batch of batchesOf(wanted, consumer.batchSize)) {
      const event = streamEvent(batch, consumer, streamArn, shardId);
      const answer = await invokeOf(consumer.function)(event).catch(({ message }: Error) => {
        throw refusal(consumer, message);
      });
      if ((answer as { batchItemFailures: unknown[] }).batchItemFailures.length > 0)
        throw refusal(consumer, 'it has not taken all records');
      delivered += batch.length;
    }
    await checkpoint.write({ shardId, sequenceNumber: last.dynamodb.SequenceNumber });
  }
  return delivered;
}

const refusal = ({ function: name }: StreamConsumer, why: string) =>
  new MoveRefused(
    `${name} has failed (${why}). Run the same command again; if that does not help, start the host, wait until it has given the record up, and stop it.`,
  );

export async function openEffects(folder: Folder): Promise<Effect[]> {
  const openEffects: Effect[] = [];
  for (const stream of streamsOf(folder).filter(({ consumer }) => consumer.function === outbox))
    for await (const { wanted } of recordsOf(stream, folder.engine)) for (const record of wanted) openEffects.push(...effectsOf(record));
  return openEffects;
}

function effectsOf(record: StreamRecord): Effect[] {
  const { before, after } = changeOf(record);
  const { effects, unreadable } = newEffects(before, after);
  const [bad] = unreadable;
  if (bad) throw new MoveRefused(`An item holds an effect that cannot be read (${bad.error.message}).`);
  return effects;
}
