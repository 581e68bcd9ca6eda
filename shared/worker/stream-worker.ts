import middy from '@middy/core';
import type { Context, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { log } from '#shared/log.ts';
import type { WireMap } from '#shared/store/attribute-values.ts';
import type { Item } from '#shared/store/item.ts';
import { plain } from '#shared/store/table.ts';

export type Change = {
  sequence: string;
  before: Item | null;
  after: Item | null;
  at?: number;
};
export type Batch = { shardId: string; changes: readonly Change[] };

/** Lambda passes the shard only with a tumbling window, whose `state` must be returned. */
type Envelope = DynamoDBStreamEvent & { shardId?: string; state?: Record<string, string> };
type StreamResponse = { batchItemFailures: { itemIdentifier: string }[]; state?: Record<string, string> };
export type StreamHandler = (event: Envelope, context: Context) => Promise<StreamResponse>;

/** Lambda repeats a failed batch in halves, so work must tolerate repetition. */
export function streamWorker<D>(name: string, makeDeps: () => D, handle: (batch: Batch, deps: D) => Promise<void>): StreamHandler {
  let built: D | undefined;
  return middy<Envelope, StreamResponse>().handler(async ({ Records = [], shardId = '' }) => {
    built ??= makeDeps();
    // The last call of a window has no records.
    const news = Records.filter((record) => !isRestored(record));
    if (news.length > 0)
      await handle({ shardId, changes: news.map(changeOf) }, built).catch((error: Error) => {
        log.warn('batch failed', { stream: name, records: Records.length, error });
        throw error;
      });
    return { batchItemFailures: [], state: {} };
  }) as unknown as StreamHandler;
}

/** Consumers ignore writes with this attribute, because their effects were sent before the backup. */
export const restoring = 'restoring';

const isRestored = ({ dynamodb }: DynamoDBRecord) =>
  dynamodb?.NewImage?.[restoring] !== undefined || dynamodb?.OldImage?.[restoring] !== undefined;

const sequenceDigits = 40;

export function changeOf({ dynamodb }: DynamoDBRecord): Change {
  const image = (name: 'OldImage' | 'NewImage') => plain(dynamodb?.[name] as WireMap | undefined);
  return {
    sequence: (dynamodb?.SequenceNumber ?? '').padStart(sequenceDigits, '0'),
    before: image('OldImage'),
    after: image('NewImage'),
    at: Number(dynamodb?.ApproximateCreationDateTime ?? 0) * 1000,
  };
}
