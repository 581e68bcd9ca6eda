import { accountDeletions } from '#shared/accounts/deletion/needs.ts';
import type { Context } from '#shared/aws/context.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { queues } from '#shared/aws/needs.ts';
import { dayKeys } from '#shared/destinations/needs.ts';
import { accountTasks } from '#shared/tasks/needs.ts';
import type { BackupMethod } from './order-backup.ts';
import { backupsIn } from './store/backups.ts';

export const backups = ({ accounts, now }: Context) => backupsIn(accounts(), { now });
/** The engines of this machine have no exports. */
export const backupMethod = ({ env }: Context): BackupMethod => (env.STAGE === 'local' ? 'scan' : 'export');
export const retention = ({ env }: Context) => ({
  llmCallsDays: env.LLM_CALLS_RETENTION_DAYS,
  pixelEventsDays: env.PIXEL_EVENTS_RETENTION_DAYS,
});

export const nightNeeds = { accountDeletions, backupMethod, backups, dayKeys, queues, retention, tasks: accountTasks };
export type NightDeps = Pick<DepsOf<typeof nightNeeds>, keyof typeof nightNeeds | 'now'>;
