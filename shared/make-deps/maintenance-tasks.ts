import { dynamoExports } from '#shared/adapters/dynamo-exports.ts';
import { signedSender } from '#shared/adapters/signed-sender.ts';
import { accountDeletionsIn } from '#shared/data/account-deletions.ts';
import { backupsIn } from '#shared/data/backups.ts';
import { llmCallRows, pixelEventRows } from '#shared/data/pruned-rows.ts';
import { tableScan } from '#shared/data/table-scan.ts';
import { tasksIn } from '#shared/data/tasks.ts';
import type { BackupDeps, NightDeps, PruneDeps } from '#shared/deps/maintenance-tasks.ts';
import { leanBase, signed } from './base.ts';
import { bucketAt } from './bucket-at.ts';
import type { Host } from './host.ts';

/** The dependencies of what begins backups and prunes. */
export function makeNightDeps(host: Host = {}): NightDeps {
  const { env, now, accounts } = leanBase(host);
  return {
    now,
    tasks: tasksIn(accounts(), { now }),
    queues: signedSender(signed(host, 'SQS'), env.QUEUE_URLS),
    backups: backupsIn(accounts(), { now }),
    accountDeletions: accountDeletionsIn(accounts(), { now }),
    // The engines of this machine know no exports.
    backupMethod: env.STAGE === 'local' ? 'scan' : 'export',
    retention: {
      llmCallsDays: env.LLM_CALLS_RETENTION_DAYS,
      pixelEventsDays: env.PIXEL_EVENTS_RETENTION_DAYS,
    },
  };
}

/** The dependencies of the backup worker. */
export function makeBackupDeps(host: Host = {}): BackupDeps {
  const { env, now, random, dynamo, accounts } = leanBase(host);
  const tableNames = {
    accounts: env.TABLE_ACCOUNTS,
    attribution: env.TABLE_ATTRIBUTION,
    analysis: env.TABLE_ANALYSIS,
  };
  return {
    now,
    random,
    tasks: tasksIn(accounts(), { now }),
    queues: signedSender(signed(host, 'SQS'), env.QUEUE_URLS),
    backups: backupsIn(accounts(), { now }),
    tableNames,
    scan: {
      accounts: tableScan(tableNames.accounts, dynamo),
      attribution: tableScan(tableNames.attribution, dynamo),
      analysis: tableScan(tableNames.analysis, dynamo),
    },
    exports: dynamoExports(signed(host, 'DYNAMODB'), env.BACKUP_BUCKET),
    objects: bucketAt(env.BACKUP_BUCKET),
    // A file is put in one piece, of at most 10 MiB.
    sizes: { pageItems: 1000, sliceBytes: 4_000_000 },
    keptDays: env.BACKUP_RETENTION_DAYS,
  };
}

/** The dependencies of the prune worker. */
export function makePruneDeps(host: Host = {}): PruneDeps {
  const { env, now, random, accounts, attribution, analysis } = leanBase(host);
  return {
    now,
    random,
    tasks: tasksIn(accounts(), { now }),
    queues: signedSender(signed(host, 'SQS'), env.QUEUE_URLS),
    rows: { llm_calls: llmCallRows(analysis()), pixel_events: pixelEventRows(attribution()) },
  };
}
