import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createBucket } from '#lib/local/create-bucket.ts';
import { openDataFolder } from '#lib/local/data-folder.ts';
import { startFauxqs } from '#lib/local/engines/fauxqs.ts';
import { startEmbedded } from '#lib/local/engines/start-embedded.ts';
import { backupBucket, region } from '#lib/local/environment.ts';
import { createTables } from '#lib/local/resources.ts';
import type { ObjectStore } from '#shared/aws/object-store.ts';
import { s3ObjectStore } from '#shared/aws/s3-object-store.ts';
import { sdkDynamo } from '#shared/aws/sdk-dynamo.ts';
import type { S3Credentials } from '#shared/aws/signed-url.ts';
import { type TableName, tableNames } from '#shared/store/tables.ts';
import { minutes } from '#shared/values/durations.ts';
import { randomText } from '#shared/values/ids.ts';
import type { From, To } from './options.ts';
import { RestoreRefused } from './restore-refused.ts';
import type { RestoreTarget } from './restore-target.ts';
import { withRetry } from './with-retry.ts';

export type Closers = (() => unknown)[];

const key = randomText(32);
const localCredentials = () => ({ accessKeyId: 'local', secretAccessKey: key });

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
    async store(from: Exclude<From, { kind: 'folder' }>): Promise<ObjectStore> {
      if (from.kind === 's3') {
        const { credentials, region: own } = await cloudCredentials(closers);
        return s3ObjectStore({ bucket: from.bucket, region: own, credentials });
      }
      if (!existsSync(join(from.directory, 'queues')))
        throw new RestoreRefused(`The data folder ${from.directory} has no object storage.`);
      take(from.directory);
      const engine = await startFauxqs(join(from.directory, 'queues'), region, {
        ...{ key, hasOpenQueues: false },
      });
      closers.unshift(() => engine.stop());
      await createBucket(engine.endpoint, backupBucket, key);
      return s3ObjectStore({
        bucket: backupBucket,
        region,
        endpoint: engine.endpoint,
        credentials: localCredentials,
      });
    },

    async target(to: To): Promise<RestoreTarget> {
      if (to.kind === 'tables') return await cloudTables(to.tableNames, closers);
      take(to.directory);
      // The engine must not delete expired items during the restore.
      const engine = await startEmbedded(join(to.directory, 'dynamodb'), { sweepSeconds: 0, key });
      closers.unshift(() => engine.stop());
      // Streams of the host must contain nothing of the restore.
      const created = await createTables(engine.call, { streams: false });
      const streamed = new Set(
        created.filter(({ streamArn }) => streamArn).map(({ tableName }) => tableName),
      );
      return {
        dynamo: engine.dynamo,
        tableNames: Object.fromEntries(tableNames.map((name) => [name, name])) as Record<TableName, string>,
        isStreamed: async (tableName) => streamed.has(tableName),
      };
    },
  };
}

async function cloudTables(names: Record<TableName, string>, closers: Closers): Promise<RestoreTarget> {
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

const refreshMs = minutes(1);

export async function cloudCredentials(closers: Closers) {
  const client = new DynamoDBClient({});
  const provider = client.config.credentials;
  let current: S3Credentials = await provider();
  const renewal = setInterval(() => {
    provider().then(
      (next) => (current = next),
      () => {},
    );
  }, refreshMs);
  closers.unshift(() => {
    clearInterval(renewal);
    client.destroy();
  });
  return { credentials: () => current, region: await client.config.region() };
}
