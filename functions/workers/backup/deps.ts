import { bucketAt } from '#shared/aws/bucket-at.ts';
import { createContext, signed } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { queueSender } from '#shared/aws/sending.ts';
import { backupsIn } from '#shared/backup/store/backups.ts';
import { dynamoExports } from '#shared/backup/vendors/dynamo-exports.ts';
import { tableScan } from '#shared/store/table-scan.ts';
import { tasksIn } from '#shared/tasks/store/tasks.ts';

export function makeDeps(host: Overrides = {}) {
  const { env, now, random, dynamo, accounts } = createContext(host);
  const tableNames = {
    accounts: env.TABLE_ACCOUNTS,
    attribution: env.TABLE_ATTRIBUTION,
    analysis: env.TABLE_ANALYSIS,
  };
  return {
    now,
    random,
    tasks: tasksIn(accounts(), { now }),
    queues: queueSender(env, host),
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
