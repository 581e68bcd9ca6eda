import type { AccountDeletions } from '#shared/accounts/deletion/store/account-deletions.ts';
import { accountDeletionsIn } from '#shared/accounts/deletion/store/account-deletions.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { queueSender } from '#shared/aws/sending.ts';
import type { BackupMethod } from '#shared/backup/order-backup.ts';
import type { Retention } from '#shared/backup/order-prune.ts';
import type { Backups } from '#shared/backup/store/backups.ts';
import { backupsIn } from '#shared/backup/store/backups.ts';
import type { Sender } from '#shared/messages/sender.ts';
import type { Tasks } from '#shared/tasks/store/tasks.ts';
import { tasksIn } from '#shared/tasks/store/tasks.ts';

export type NightDeps = {
  now(): number;
  tasks: Tasks;
  queues: Pick<Sender, 'send'>;
  backups: Backups;
  backupMethod: BackupMethod;
  retention: Retention;
  accountDeletions: Pick<AccountDeletions, 'due' | 'start'>;
};

export function makeNightDeps(host: Overrides = {}): NightDeps {
  const { env, now, accounts } = createContext(host);
  return {
    now,
    tasks: tasksIn(accounts(), { now }),
    queues: queueSender(env, host),
    backups: backupsIn(accounts(), { now }),
    accountDeletions: accountDeletionsIn(accounts(), { now }),
    // The engines of this machine have no exports.
    backupMethod: env.STAGE === 'local' ? 'scan' : 'export',
    retention: {
      llmCallsDays: env.LLM_CALLS_RETENTION_DAYS,
      pixelEventsDays: env.PIXEL_EVENTS_RETENTION_DAYS,
    },
  };
}
