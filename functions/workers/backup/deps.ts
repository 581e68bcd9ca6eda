import { accountTasks, depsOf, queues } from '#functions/deps.ts';
import { bucketAt } from '#shared/aws/bucket-at.ts';
import { createContext, signed } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { backupsIn } from '#shared/backup/store/backups.ts';
import { dynamoExports } from '#shared/backup/vendors/dynamo-exports.ts';
import { tableScan } from '#shared/store/table-scan.ts';

export function makeDeps(host: Overrides = {}) {
  const context = createContext(host);
  const { env, now, dynamo, accounts } = context;
  const tableNames = {
    accounts: env.TABLE_ACCOUNTS,
    attribution: env.TABLE_ATTRIBUTION,
    analysis: env.TABLE_ANALYSIS,
  };
  return {
    ...depsOf(context, { tasks: accountTasks, queues }),
    backups: backupsIn(accounts(), { now }),
    tableNames,
    scan: {
      accounts: tableScan(tableNames.accounts, dynamo),
      attribution: tableScan(tableNames.attribution, dynamo),
      analysis: tableScan(tableNames.analysis, dynamo),
    },
    exports: dynamoExports(signed(host, 'DYNAMODB'), env.BACKUP_BUCKET),
    objects: bucketAt(env.BACKUP_BUCKET),
    sizes: { pageItems: 1000, sliceBytes: 4_000_000 },
    retentionDays: env.BACKUP_RETENTION_DAYS,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
