import { openEngine } from '../src/engine.ts';
import type { EngineSettings } from '../src/engine-settings.ts';

export const keysOf = (hash: string, range?: string) => ({
  KeySchema: [{ AttributeName: hash, KeyType: 'HASH' }, ...(range ? [{ AttributeName: range, KeyType: 'RANGE' }] : [])],
});
export const attributesOf = (types: Record<string, string>) => ({
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: Object.entries(types).map(([AttributeName, AttributeType]) => ({
    AttributeName,
    AttributeType,
  })),
});
export const streamOf = (StreamViewType = 'NEW_AND_OLD_IMAGES') => ({
  StreamSpecification: { StreamEnabled: true, StreamViewType },
});
export const things = {
  TableName: 'things',
  ...keysOf('pk', 'sk'),
  ...attributesOf({ pk: 'S', sk: 'S' }),
};
export const keyOf = (sk: string, pk = 'p') => ({ pk: { S: pk }, sk: { S: sk } });

export type EngineCall = (operation: string, input: object) => Promise<object>;
export const engineAt =
  (endpoint: string): EngineCall =>
  async (operation, input) => {
    const api = /Stream$|Shard|Records/.test(operation) ? 'DynamoDBStreams_20120810' : 'DynamoDB_20120810';
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `${api}.${operation}`,
      'x-amz-date': '20260101T000000Z',
      authorization: 'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=none',
    };
    const answer = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(input) });
    const body = (await answer.json()) as { __type?: string; message?: string; Message?: string };
    if (answer.ok) return body;
    const { __type = '', message = body.Message } = body;
    throw Object.assign(new Error(message), { type: __type.split('#').at(-1), body });
  };

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape.
export type Ask = (operation: string, input: object) => Promise<any>;

export async function engineOf(settings: EngineSettings = {}, path = ':memory:') {
  const engine = openEngine(path, settings);
  const ask: Ask = engine.call;
  const refused = async (operation: string, input: object): Promise<string> => {
    try {
      await engine.call(operation, input);
      return 'accepted';
    } catch (error) {
      const { type, message } = error as { type?: string; message: string };
      return type ? `${type}: ${message}` : message;
    }
  };
  const put = (sk: string, more: object = {}) => ask('PutItem', { TableName: 'things', Item: { ...keyOf(sk), ...more } });
  const get = async (sk: string) => (await ask('GetItem', { TableName: 'things', Key: keyOf(sk), ConsistentRead: true })).Item;
  return { engine, ask, refused, put, get };
}

export async function recordsOf(ask: Ask, TableName: string, from: object = { ShardIteratorType: 'TRIM_HORIZON' }) {
  const { LatestStreamArn: StreamArn } = (await ask('DescribeTable', { TableName })).Table;
  const { Shards } = (await ask('DescribeStream', { StreamArn })).StreamDescription;
  const at = { StreamArn, ShardId: Shards[0].ShardId };
  const { ShardIterator } = await ask('GetShardIterator', { ...at, ...from });
  return (await ask('GetRecords', { ShardIterator })).Records;
}
