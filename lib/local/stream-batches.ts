import { isDeepStrictEqual } from 'node:util';
import type { StreamConsumer } from '#shared/store/tables.ts';
import { mayHave } from './engines/embedded/lazy-record.ts';
import { imageBytes, type StreamRecord } from './stream-source.ts';

/** Lambda's limit for one event. */
const batchBytes = 6 * 1024 * 1024;
const bytesBesideImages = 4096;

/**
 * Whether Lambda would hand this record to the consumer: a real change whose new image passes the filter, or the old one
 * of a removal that it wants to hear of.
 */
export function concerns(
  record: StreamRecord,
  { filter: { name, values }, hearsOfRemovals = false }: Pick<StreamConsumer, 'filter' | 'hearsOfRemovals'>,
): boolean {
  if (!mayHave(record.dynamodb, name)) return false;
  const { NewImage, OldImage } = record.dynamodb;
  const image = hearsOfRemovals && record.eventName === 'REMOVE' ? OldImage : NewImage;
  const text = image?.[name]?.S;
  if (text === undefined || (values && !values.includes(text))) return false;
  // Some engines report writes that changed nothing; DynamoDB does not.
  return (
    record.eventName !== 'MODIFY' || !isDeepStrictEqual(record.dynamodb.NewImage, record.dynamodb.OldImage)
  );
}

/** Cuts records into batches of at most `size` records and 6 MB, in their order. */
export function batchesOf(records: readonly StreamRecord[], size: number): StreamRecord[][] {
  const batches: StreamRecord[][] = [];
  for (let start = 0; start < records.length; start += size) {
    const part = records.slice(start, start + size);
    if (mostBytes(part) <= batchBytes) batches.push(part);
    else batches.push(...cutBySize(part));
  }
  return batches;
}

/** Bytes at most, without writing the records out. */
const mostBytes = (records: readonly StreamRecord[]): number =>
  records.reduce((sum, record) => sum + (imageBytes.get(record) ?? batchBytes) + bytesBesideImages, 0);

function cutBySize(records: readonly StreamRecord[]): StreamRecord[][] {
  const batches: StreamRecord[][] = [];
  let bytes = 0;
  for (const record of records) {
    const length = Buffer.byteLength(JSON.stringify(record));
    const last = batches.at(-1);
    if (!last || bytes + length > batchBytes) {
      batches.push([record]);
      bytes = length;
    } else {
      last.push(record);
      bytes += length;
    }
  }
  return batches;
}

/** The event Lambda builds of a batch. A consumer that needs the shard id gets a tumbling window's envelope. */
export function streamEvent(
  records: readonly StreamRecord[],
  consumer: StreamConsumer,
  streamArn: string,
  shardId: string,
) {
  const Records = records.map((record) => ({
    ...record,
    eventSource: 'aws:dynamodb',
    eventVersion: '1.1',
    awsRegion: 'us-east-1',
    eventSourceARN: streamArn,
  }));
  if (!consumer.needsShardId) return { Records };
  const seconds = Math.max(1, consumer.gatherSeconds);
  const start = Math.floor(Date.now() / (seconds * 1000)) * seconds * 1000;
  return {
    Records,
    // The engine names the shard of a re-created table like that of the previous one; DynamoDB never does.
    shardId: `${shardId}-${streamArn.split('/').at(-1)}`,
    eventSourceARN: streamArn,
    window: { start: new Date(start).toISOString(), end: new Date(start + seconds * 1000).toISOString() },
    state: {},
    isFinalInvokeForWindow: false,
    isWindowTerminatedEarly: false,
  };
}
