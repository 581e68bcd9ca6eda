import type { DynamoDBRecord } from 'aws-lambda';
import type { EngineCall } from './engines/dynamodb-call.ts';

export type StreamRecord = DynamoDBRecord & { dynamodb: { SequenceNumber: string } };
export type Position = { shardId: string; sequenceNumber: string | null };
export type Page = { shardId: string; records: StreamRecord[] };

export type StreamSource = {
  next(): Promise<Page>;
  readonly sequenceNumber: string | null;
};

type Shard = { ShardId: string };
type Description = { StreamDescription: { Shards: Shard[] } };
type Records = { Records: StreamRecord[]; NextShardIterator?: string | null };

export function streamSource(engine: EngineCall, StreamArn: string, start: Position | null): StreamSource {
  const call = <T>(operation: string, input: object) => engine(operation, input) as Promise<T>;

  let position = start;
  let iterator: string | null | undefined;

  const openIterator = async (after?: string) => {
    const { StreamDescription } = await call<Description>('DescribeStream', { StreamArn });
    const shards = StreamDescription.Shards;
    const shardIndex = shards.findIndex((shard) => shard.ShardId === (after ?? position?.shardId));
    const shard = shards[after && shardIndex >= 0 ? shardIndex + 1 : Math.max(shardIndex, 0)];
    if (!shard) return;
    const sequenceNumber = shardIndex >= 0 && !after ? (position?.sequenceNumber ?? null) : null;
    position = { shardId: shard.ShardId, sequenceNumber };
    const from = sequenceNumber
      ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: sequenceNumber }
      : { ShardIteratorType: 'TRIM_HORIZON' };
    const { ShardIterator } = await call<{ ShardIterator: string }>('GetShardIterator', {
      StreamArn,
      ShardId: shard.ShardId,
      ...from,
    });
    iterator = ShardIterator;
  };

  return {
    get sequenceNumber() {
      return position?.sequenceNumber ?? null;
    },
    async next() {
      if (!iterator) await openIterator(iterator === null ? position?.shardId : undefined);
      if (!iterator || !position) return { shardId: '', records: [] };
      const { shardId } = position;
      try {
        const answer = await call<Records>('GetRecords', { ShardIterator: iterator, Limit: 1000 });
        iterator = answer.NextShardIterator ?? null;
        const sequenceNumber = position.sequenceNumber;
        // Sequence numbers are compared as numbers, because the string "99" would sort after "100".
        const records = answer.Records.filter((r) => !sequenceNumber || BigInt(r.dynamodb.SequenceNumber) > BigInt(sequenceNumber));
        position.sequenceNumber = records.at(-1)?.dynamodb.SequenceNumber ?? sequenceNumber;
        return { shardId, records };
      } catch (error) {
        // A shard iterator is valid only for minutes, so the next read gets a new iterator.
        iterator = undefined;
        throw error;
      }
    },
  };
}
