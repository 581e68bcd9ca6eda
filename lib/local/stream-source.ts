import type { DynamoDBRecord } from 'aws-lambda';

export type StreamRecord = DynamoDBRecord & { dynamodb: { SequenceNumber: string } };
export type Position = { shardId: string; sequenceNumber: string | null };
export type Page = { shardId: string; records: StreamRecord[] };

export type StreamSource = {
  /** The records after those of the last call, oldest first; none when there is no news. */
  next(): Promise<Page>;
  /** The last record read; `null` before the first. */
  readonly sequenceNumber: string | null;
};

type Shard = { ShardId: string };
type Description = { StreamDescription: { Shards: Shard[] } };
type Records = { Records: StreamRecord[]; NextShardIterator?: string | null };

/**
 * Reads a table's stream from a position (from its beginning without one), shard after shard. Asks the engine without
 * the SDK, because on the wire a record has the very form that Lambda hands to a function.
 */
export function streamSource(endpoint: string, StreamArn: string, start: Position | null): StreamSource {
  const call = async <T>(operation: string, body: object) => {
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-date': '20260101T000000Z',
      'x-amz-target': `DynamoDBStreams_20120810.${operation}`,
      authorization:
        'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
    };
    const signal = AbortSignal.timeout(10_000);
    const answer = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(body), signal });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${operation}: ${answer.status} ${text.slice(0, 300)}`);
    return JSON.parse(text) as T;
  };

  let position = start;
  let iterator: string | null | undefined;

  /** The shard to read now: the one of the position, or the oldest. */
  const open = async (after?: string) => {
    const { StreamDescription } = await call<Description>('DescribeStream', { StreamArn });
    const shards = StreamDescription.Shards;
    const found = shards.findIndex((shard) => shard.ShardId === (after ?? position?.shardId));
    const shard = shards[after && found >= 0 ? found + 1 : Math.max(found, 0)];
    if (!shard) return;
    const sequenceNumber = found >= 0 && !after ? (position?.sequenceNumber ?? null) : null;
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
      if (!iterator) await open(iterator === null ? position?.shardId : undefined);
      if (!iterator || !position) return { shardId: '', records: [] };
      const { shardId } = position;
      try {
        const answer = await call<Records>('GetRecords', { ShardIterator: iterator, Limit: 1000 });
        iterator = answer.NextShardIterator ?? null;
        const seen = position.sequenceNumber;
        // Compared as integers: as strings "99" would stand after "100".
        const records = answer.Records.filter(
          (r) => !seen || BigInt(r.dynamodb.SequenceNumber) > BigInt(seen),
        );
        position.sequenceNumber = records.at(-1)?.dynamodb.SequenceNumber ?? seen;
        return { shardId, records };
      } catch (error) {
        // An iterator lives for minutes only; the position makes a new one.
        iterator = undefined;
        throw error;
      }
    },
  };
}
