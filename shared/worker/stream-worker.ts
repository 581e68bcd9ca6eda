import middy from '@middy/core';
import type { Context, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { log } from '#shared/log.ts';
import type { WireMap } from '#shared/store/attribute-values.ts';
import type { Item } from '#shared/store/item.ts';
import { plain } from '#shared/store/table.ts';

/** One change of an item. `before` is null for a new item, `after` for a removed one. */
export type Change = {
  /** Grows within a shard; padded, so that it compares as text. */
  sequence: string;
  before: Item | null;
  after: Item | null;
  /** When it happened, in epoch milliseconds. */
  at?: number;
};
/** `shardId` is there when the consumer's description asks for it. */
export type Batch = { shardId: string; changes: readonly Change[] };

/** A tumbling window's envelope: the one form in which Lambda tells a DynamoDB stream's shard. Its `state` must be answered. */
type Envelope = DynamoDBStreamEvent & { shardId?: string; state?: Record<string, string> };
type StreamResponse = { batchItemFailures: { itemIdentifier: string }[]; state?: Record<string, string> };
export type StreamHandler = (event: Envelope, context: Context) => Promise<StreamResponse>;

/**
 * A Lambda handler over a table's stream. What it throws makes Lambda deliver the batch again, split in two at each
 * failure, so the work must tolerate repetition.
 */
export function streamWorker<D>(
  name: string,
  makeDeps: () => D,
  handle: (batch: Batch, deps: D) => Promise<void>,
): StreamHandler {
  let built: D | undefined;
  return middy<Envelope, StreamResponse>().handler(async ({ Records = [], shardId = '' }) => {
    built ??= makeDeps();
    // A window's last call brings no records.
    const news = Records.filter((record) => !isRestored(record));
    if (news.length > 0)
      await handle({ shardId, changes: news.map(changeOf) }, built).catch((error: Error) => {
        log.warn('batch failed', { stream: name, records: Records.length, error });
        throw error;
      });
    return { batchItemFailures: [], state: {} };
  }) as unknown as StreamHandler;
}

/**
 * The attribute that a restored item has while it is being written. Neither the write that brings it nor the one that
 * takes it away is news: what the item tells of was sent and counted before the backup.
 */
export const restoring = 'restoring';

const isRestored = ({ dynamodb }: DynamoDBRecord) =>
  dynamodb?.NewImage?.[restoring] !== undefined || dynamodb?.OldImage?.[restoring] !== undefined;

const sequenceDigits = 40;

/** A record as the change that it is. */
export function changeOf({ dynamodb }: DynamoDBRecord): Change {
  const image = (name: 'OldImage' | 'NewImage') => plain(dynamodb?.[name] as WireMap | undefined);
  return {
    sequence: (dynamodb?.SequenceNumber ?? '').padStart(sequenceDigits, '0'),
    before: image('OldImage'),
    after: image('NewImage'),
    at: Number(dynamodb?.ApproximateCreationDateTime ?? 0) * 1000,
  };
}
