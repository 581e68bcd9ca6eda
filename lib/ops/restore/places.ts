import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createBucket } from '#lib/local/create-bucket.ts';
import { openDataFolder } from '#lib/local/data-folder.ts';
import { startFauxqs } from '#lib/local/engines/fauxqs.ts';
import { startEmbedded } from '#lib/local/engines/start-embedded.ts';
import { backupBucket, region } from '#lib/local/environment.ts';
import { createTables } from '#lib/local/resources.ts';
import { sdkDynamo } from '#lib/ops/aws/sdk-dynamo.ts';
import { type Files, sdkFiles } from '#lib/ops/aws/sdk-files.ts';
import { type DurableTableName, durableTableNames } from '#shared/store/tables.ts';
import { randomText } from '#shared/values/ids.ts';
import type { From, To } from './options.ts';
import { RestoreRefused } from './restore-refused.ts';
import type { RestoreTarget } from './restore-target.ts';
import { withRetry } from './with-retry.ts';

export type Closers = (() => unknown)[];

const key = randomText(32);

function folderTaker(closers: Closers) {
  const lockedFolders = new Set<string>();
  return (directory: string) => {
    if (lockedFolders.has(directory)) return;
    lockedFolders.add(directory);
    closers.unshift(openDataFolder(directory));
  };
}

export function placesIn(closers: Closers) {
  const take = folderTaker(closers);
  return {
    async store(from: Exclude<From, { kind: 'folder' }>): Promise<Files> {
      if (from.kind === 's3') return sdkFiles(from.bucket);
      if (!existsSync(join(from.directory, 'queues'))) throw new RestoreRefused(`The data folder ${from.directory} has no object storage.`);
      take(from.directory);
      return await (await localFiles(from.directory, closers))(backupBucket);
    },

    async target(to: To): Promise<RestoreTarget> {
      if (to.kind === 'tables') return cloudTables(to.tableNames, closers);
      take(to.directory);
      // With `sweepSeconds` 0, the engine deletes no expired items during the restore.
      const engine = await startEmbedded(join(to.directory, 'dynamodb'), { sweepSeconds: 0, key });
      closers.unshift(() => engine.stop());
      // Streams of the host must contain nothing of the restore.
      const created = await createTables(engine.call, { streams: false });
      const streamed = new Set(created.filter(({ streamArn }) => streamArn).map(({ tableName }) => tableName));
      return {
        dynamo: engine.dynamo,
        tableNames: Object.fromEntries(durableTableNames.map((name) => [name, name])) as Record<DurableTableName, string>,
        isStreamed: async (tableName) => streamed.has(tableName),
      };
    },
  };
}

export async function localFiles(directory: string, closers: Closers) {
  const engine = await startFauxqs(join(directory, 'queues'), region, { key, hasOpenQueues: false });
  closers.unshift(() => engine.stop());
  const { endpoint } = engine;
  const credentials = { accessKeyId: 'local', secretAccessKey: key };
  return async (bucket: string): Promise<Files> => {
    await createBucket(endpoint, bucket, key);
    return sdkFiles(bucket, { endpoint, region, credentials, forcePathStyle: true });
  };
}

export function cloudTables(names: Record<DurableTableName, string>, closers: Closers): RestoreTarget {
  const client = new DynamoDBClient({});
  closers.unshift(() => client.destroy());
  return {
    dynamo: withRetry(sdkDynamo()),
    tableNames: names,
    async isStreamed(TableName) {
      const { Table } = await client.send(new DescribeTableCommand({ TableName }));
      return Table?.StreamSpecification?.StreamEnabled ?? false;
    },
  };
}
