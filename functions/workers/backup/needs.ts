import { bucketAt } from '#shared/aws/bucket-at.ts';
import { type Context, signed } from '#shared/aws/context.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { queues } from '#shared/aws/needs.ts';
import { backups } from '#shared/backup/needs.ts';
import { dynamoExports } from '#shared/backup/vendors/dynamo-exports.ts';
import { tableScan } from '#shared/store/table-scan.ts';
import { accountTasks } from '#shared/tasks/needs.ts';

const scan = ({ env, dynamo }: Context) => ({
  accounts: tableScan(env.TABLE_ACCOUNTS, dynamo),
  attribution: tableScan(env.TABLE_ATTRIBUTION, dynamo),
  analysis: tableScan(env.TABLE_ANALYSIS, dynamo),
});
const exports = ({ env, host }: Context) => dynamoExports(signed(host, 'DYNAMODB'), env.BACKUP_BUCKET);
const objects = ({ env }: Context) => bucketAt(env.BACKUP_BUCKET);
const retentionDays = ({ env }: Context) => env.BACKUP_RETENTION_DAYS;
const sizes = () => ({ pageItems: 1000, sliceBytes: 4_000_000 });
const tableNames = ({ env }: Context) => ({
  accounts: env.TABLE_ACCOUNTS,
  attribution: env.TABLE_ATTRIBUTION,
  analysis: env.TABLE_ANALYSIS,
});

export const needs = {
  backups,
  exports,
  objects,
  queues,
  retentionDays,
  scan,
  sizes,
  tableNames,
  tasks: accountTasks,
};
export type Deps = DepsOf<typeof needs>;
