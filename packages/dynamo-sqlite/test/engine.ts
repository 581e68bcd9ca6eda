import { openEngine } from '../src/engine.ts';
import type { EngineSettings } from '../src/engine-settings.ts';

export const keysOf = (hash: string, range?: string) => ({
  KeySchema: [
    { AttributeName: hash, KeyType: 'HASH' },
    ...(range ? [{ AttributeName: range, KeyType: 'RANGE' }] : []),
  ],
});
export const attributesOf = (types: Record<string, string>) => ({
  AttributeDefinitions: Object.entries(types).map(([AttributeName, AttributeType]) => ({
    AttributeName,
    AttributeType,
  })),
});
export const streamOf = (StreamViewType = 'NEW_AND_OLD_IMAGES') => ({
  StreamSpecification: { StreamEnabled: true, StreamViewType },
});
export const things = {
  ...{ TableName: 'things', BillingMode: 'PAY_PER_REQUEST', ...keysOf('pk', 'sk') },
  ...attributesOf({ pk: 'S', sk: 'S' }),
};
export const keyOf = (sk: string, pk = 'p') => ({ pk: { S: pk }, sk: { S: sk } });

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape, looked at by tests.
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
  const put = (sk: string, more: object = {}) =>
    ask('PutItem', { TableName: 'things', Item: { ...keyOf(sk), ...more } });
  const get = async (sk: string) =>
    (await ask('GetItem', { TableName: 'things', Key: keyOf(sk), ConsistentRead: true })).Item;
  return { engine, ask, refused, put, get };
}

export async function recordsOf(
  ask: Ask,
  TableName: string,
  from: object = { ShardIteratorType: 'TRIM_HORIZON' },
) {
  const { LatestStreamArn: StreamArn } = (await ask('DescribeTable', { TableName })).Table;
  const { Shards } = (await ask('DescribeStream', { StreamArn })).StreamDescription;
  const at = { StreamArn, ShardId: Shards[0].ShardId };
  const { ShardIterator } = await ask('GetShardIterator', { ...at, ...from });
  return (await ask('GetRecords', { ShardIterator })).Records;
}
