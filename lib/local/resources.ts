import { setTimeout as delay } from 'node:timers/promises';
import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ResourceInUseException,
  type TableDescription,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { type Index, type TableName, tableNames, tables } from '#shared/data/tables.ts';

export type CreatedTable = { name: TableName; tableName: string; streamArn: string | undefined };

/** Creates every described table on an engine, or adds what an existing one lacks. `prefix` keeps tests apart; without `streams` a new one has none yet. */
export async function createTables(
  endpoint: string,
  { prefix = '', streams = true }: { prefix?: string; streams?: boolean } = {},
): Promise<CreatedTable[]> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
  try {
    return await Promise.all(
      tableNames.map(async (name) => {
        const table = await ensureTable(client, name, `${prefix}${name}`, streams);
        return { name, tableName: `${prefix}${name}`, streamArn: table.LatestStreamArn };
      }),
    );
  } finally {
    client.destroy();
  }
}

async function ensureTable(
  client: DynamoDBClient,
  name: TableName,
  tableName: string,
  streams: boolean,
): Promise<TableDescription> {
  const { indexes, stream: consumers }: { indexes: readonly Index[]; stream: readonly unknown[] } =
    tables[name];
  const stream = streams ? consumers : [];
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } as const;
  try {
    await client.send(
      new CreateTableCommand({
        TableName: tableName,
        BillingMode: 'PAY_PER_REQUEST',
        ...keysOf('pk', 'sk'),
        AttributeDefinitions: attributesOf(indexes),
        ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes.map(indexOf) }),
        ...(stream.length > 0 && { StreamSpecification }),
      }),
    );
    await active(client, tableName);
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
    const table = await active(client, tableName);
    if (stream.length > 0 && !table.StreamSpecification?.StreamEnabled) {
      await client.send(new UpdateTableCommand({ TableName: tableName, StreamSpecification }));
    }
    const present = new Set(table.GlobalSecondaryIndexes?.map((index) => index.IndexName));
    for (const index of indexes.filter((wanted) => !present.has(wanted.name))) {
      await active(client, tableName);
      const GlobalSecondaryIndexUpdates = [{ Create: indexOf(index) }];
      const AttributeDefinitions = attributesOf([index]);
      await client.send(
        new UpdateTableCommand({ TableName: tableName, AttributeDefinitions, GlobalSecondaryIndexUpdates }),
      );
    }
  }
  await ensureExpiry(client, tableName);
  return active(client, tableName);
}

/** Whoever created the table may have died before this. */
async function ensureExpiry(client: DynamoDBClient, TableName: string): Promise<void> {
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  if (/^ENABL/.test(TimeToLiveDescription?.TimeToLiveStatus ?? '')) return;
  const TimeToLiveSpecification = { AttributeName: 'ttl', Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
}

const keysOf = (partitionKey: string, sortKey: string) => ({
  KeySchema: [
    { AttributeName: partitionKey, KeyType: 'HASH' as const },
    { AttributeName: sortKey, KeyType: 'RANGE' as const },
  ],
});

const indexOf = ({ name, partitionKey, sortKey, projection }: Index) => ({
  IndexName: name,
  ...keysOf(partitionKey, sortKey),
  Projection: { ProjectionType: projection },
});

const attributesOf = (indexes: readonly Index[]) =>
  [...new Set(['pk', 'sk', ...indexes.flatMap((index) => [index.partitionKey, index.sortKey])])].map(
    (name) => ({
      AttributeName: name,
      AttributeType: 'S' as const,
    }),
  );

/** Waits until the table and its indexes can be used, and describes it. */
async function active(client: DynamoDBClient, TableName: string): Promise<TableDescription> {
  for (;;) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    const states = [
      Table?.TableStatus,
      ...(Table?.GlobalSecondaryIndexes ?? []).map((index) => index.IndexStatus),
    ];
    if (Table && states.every((state) => state === 'ACTIVE')) return Table;
    await delay(20);
  }
}
