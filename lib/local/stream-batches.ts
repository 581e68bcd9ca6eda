import { isDeepStrictEqual } from 'node:util';
import type { StreamConsumer } from '#shared/data/tables.ts';
import type { StreamRecord } from './stream-source.ts';

/** Lambda's limit for one event. */
const batchBytes = 6 * 1024 * 1024;

/** Whether Lambda would hand this record to the consumer: a real change whose new image passes the filter. */
export function concerns(record: StreamRecord, { name, values }: StreamConsumer['filter']): boolean {
  const text = record.dynamodb.NewImage?.[name]?.S;
  if (text === undefined || (values && !values.includes(text))) return false;
  // The engine reports writes that changed nothing; DynamoDB does not.
  return (
    record.eventName !== 'MODIFY' || !isDeepStrictEqual(record.dynamodb.NewImage, record.dynamodb.OldImage)
  );
}

/** Cuts records into batches of at most `size` records and 6 MB, in their order. */
export function batchesOf(records: readonly StreamRecord[], size: number): StreamRecord[][] {
  const batches: StreamRecord[][] = [];
  let bytes = 0;
  for (const record of records) {
    const length = Buffer.byteLength(JSON.stringify(record));
    const last = batches.at(-1);
    if (!last || last.length >= size || bytes + length > batchBytes) {
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
    shardId,
    eventSourceARN: streamArn,
    window: { start: new Date(start).toISOString(), end: new Date(start + seconds * 1000).toISOString() },
    state: {},
    isFinalInvokeForWindow: false,
    isWindowTerminatedEarly: false,
  };
}
