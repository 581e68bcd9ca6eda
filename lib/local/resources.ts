import { setTimeout as delay } from 'node:timers/promises';
import { type Index, type TableName, tableNames, tables } from '#shared/store/tables.ts';
import type { EngineCall } from './engines/dynamodb-call.ts';

export type CreatedTable = { name: TableName; tableName: string; streamArn: string | undefined };
type Description = {
  TableStatus: string;
  GlobalSecondaryIndexes?: { IndexName: string; IndexStatus: string }[];
  StreamSpecification?: { StreamEnabled: boolean };
  LatestStreamArn?: string;
};

/** Existing tables get missing indexes and streams. With `streams: false`, tables have no stream yet. */
export const createTables = (
  engine: EngineCall,
  { prefix = '', streams = true }: { prefix?: string; streams?: boolean } = {},
): Promise<CreatedTable[]> =>
  Promise.all(
    tableNames.map(async (name) => {
      const table = await ensureTable(engine, name, `${prefix}${name}`, streams);
      return { name, tableName: `${prefix}${name}`, streamArn: table.LatestStreamArn };
    }),
  );

async function ensureTable(engine: EngineCall, name: TableName, TableName: string, streams: boolean): Promise<Description> {
  const { indexes, stream: consumers }: { indexes: readonly Index[]; stream: readonly unknown[] } = tables[name];
  const stream = streams ? consumers : [];
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' };
  try {
    await engine('CreateTable', {
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      ...keysOf('pk', 'sk'),
      AttributeDefinitions: attributesOf(indexes),
      ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes.map(indexOf) }),
      ...(stream.length > 0 && { StreamSpecification }),
    });
  } catch (error) {
    if ((error as { type?: string }).type !== 'ResourceInUseException') throw error;
    const table = await active(engine, TableName);
    if (stream.length > 0 && !table.StreamSpecification?.StreamEnabled) await engine('UpdateTable', { TableName, StreamSpecification });
    const present = new Set(table.GlobalSecondaryIndexes?.map((index) => index.IndexName));
    for (const index of indexes.filter((wanted) => !present.has(wanted.name))) {
      await active(engine, TableName);
      const GlobalSecondaryIndexUpdates = [{ Create: indexOf(index) }];
      const AttributeDefinitions = attributesOf([index]);
      await engine('UpdateTable', { TableName, AttributeDefinitions, GlobalSecondaryIndexUpdates });
    }
  }
  const table = await active(engine, TableName);
  await ensureExpiry(engine, TableName);
  return table;
}

async function ensureExpiry(engine: EngineCall, TableName: string): Promise<void> {
  const { TimeToLiveDescription } = (await engine('DescribeTimeToLive', { TableName })) as {
    TimeToLiveDescription?: { TimeToLiveStatus?: string };
  };
  if (TimeToLiveDescription?.TimeToLiveStatus !== 'DISABLED') return;
  const TimeToLiveSpecification = { AttributeName: 'ttl', Enabled: true };
  await engine('UpdateTimeToLive', { TableName, TimeToLiveSpecification });
}

const keysOf = (partitionKey: string, sortKey: string) => ({
  KeySchema: [
    { AttributeName: partitionKey, KeyType: 'HASH' },
    { AttributeName: sortKey, KeyType: 'RANGE' },
  ],
});

const indexOf = ({ name, partitionKey, sortKey, projection }: Index) => ({
  IndexName: name,
  ...keysOf(partitionKey, sortKey),
  Projection: { ProjectionType: projection },
});

const attributesOf = (indexes: readonly Index[]) =>
  [...new Set(['pk', 'sk', ...indexes.flatMap((index) => [index.partitionKey, index.sortKey])])].map((name) => ({
    AttributeName: name,
    AttributeType: 'S',
  }));

async function active(engine: EngineCall, TableName: string): Promise<Description> {
  for (;;) {
    const { Table } = (await engine('DescribeTable', { TableName })) as { Table: Description };
    const states = [Table.TableStatus, ...(Table.GlobalSecondaryIndexes ?? []).map((index) => index.IndexStatus)];
    if (states.every((state) => state === 'ACTIVE')) return Table;
    await delay(20);
  }
}
