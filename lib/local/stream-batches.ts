import { isDeepStrictEqual } from 'node:util';
import { imageBytes, mayHave } from '#packages/dynamo-sqlite/src/index.ts';
import type { StreamConsumer } from '#shared/store/tables.ts';
import type { StreamRecord } from './stream-source.ts';

/** Lambda limits an event to 6 MB. */
const batchBytes = 6 * 1024 * 1024;
const bytesBesideImages = 4096;

/**
 * Like Lambda, the host delivers real changes whose new image matches the filter, and removals whose old
 * image matches.
 */
export function concerns(
  record: StreamRecord,
  { filter: { name, values }, subscribesToRemovals = false }: Pick<StreamConsumer, 'filter' | 'subscribesToRemovals'>,
): boolean {
  if (!mayHave(record.dynamodb, name)) return false;
  const { NewImage, OldImage } = record.dynamodb;
  const image = subscribesToRemovals && record.eventName === 'REMOVE' ? OldImage : NewImage;
  const text = image?.[name]?.S;
  if (text === undefined || (values && !values.includes(text))) return false;
  // Some local engines report writes that change nothing; DynamoDB does not.
  return record.eventName !== 'MODIFY' || !isDeepStrictEqual(record.dynamodb.NewImage, record.dynamodb.OldImage);
}

export function batchesOf(records: readonly StreamRecord[], size: number): StreamRecord[][] {
  const batches: StreamRecord[][] = [];
  for (let start = 0; start < records.length; start += size) {
    const part = records.slice(start, start + size);
    if (mostBytes(part) <= batchBytes) batches.push(part);
    else batches.push(...cutBySize(part));
  }
  return batches;
}

/** The result is an upper bound, which needs no serialization of the records. */
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

export function streamEvent(records: readonly StreamRecord[], consumer: StreamConsumer, streamArn: string, shardId: string) {
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
    // The engine reuses the shard name of a re-created table; DynamoDB never does.
    shardId: `${shardId}-${streamArn.split('/').at(-1)}`,
    eventSourceARN: streamArn,
    window: { start: new Date(start).toISOString(), end: new Date(start + seconds * 1000).toISOString() },
    state: {},
    isFinalInvokeForWindow: false,
    isWindowTerminatedEarly: false,
  };
}
