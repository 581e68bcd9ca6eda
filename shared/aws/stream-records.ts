import type { DynamoDBRecord } from 'aws-lambda';
import * as z from 'zod';
import { type AwsCall, AwsRefusal } from './aws-call.ts';

export const StreamFailure = z.object({
  DDBStreamBatchInfo: z.object({
    streamArn: z.string(),
    shardId: z.string(),
    startSequenceNumber: z.string(),
    endSequenceNumber: z.string(),
  }),
});
export type StreamFailure = z.infer<typeof StreamFailure>;

/** The stream keeps records for 24 hours. */
export class RecordsGone extends Error {
  override name = 'RecordsGone';
}

type Page = {
  Records: (DynamoDBRecord & { dynamodb: { SequenceNumber: string } })[];
  NextShardIterator?: string;
};

const gone = /TrimmedDataAccess|ResourceNotFound/;

export async function recordsOf({ DDBStreamBatchInfo: batch }: StreamFailure, streams: AwsCall): Promise<DynamoDBRecord[]> {
  const call = async <T>(operation: string, input: object) => {
    try {
      return (await streams(`DynamoDBStreams_20120810.${operation}`, input)) as T;
    } catch (error) {
      throw error instanceof AwsRefusal && gone.test(error.type) ? new RecordsGone(error.message) : error;
    }
  };
  const end = BigInt(batch.endSequenceNumber);
  const records: DynamoDBRecord[] = [];
  let { ShardIterator } = await call<{ ShardIterator?: string }>('GetShardIterator', {
    StreamArn: batch.streamArn,
    ShardId: batch.shardId,
    ShardIteratorType: 'AT_SEQUENCE_NUMBER',
    SequenceNumber: batch.startSequenceNumber,
  });
  while (ShardIterator) {
    const page: Page = await call<Page>('GetRecords', { ShardIterator, Limit: 1000 });
    const inBatch = page.Records.filter(({ dynamodb }) => BigInt(dynamodb.SequenceNumber) <= end);
    records.push(...inBatch);
    const last = page.Records.at(-1);
    if (inBatch.length < page.Records.length || (last && BigInt(last.dynamodb.SequenceNumber) >= end)) break;
    ShardIterator = page.NextShardIterator;
  }
  return records;
}
