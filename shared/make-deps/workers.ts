import { sdkDynamo } from '#shared/adapters/sdk-dynamo.ts';
import { apiKeysIn } from '#shared/data/api-keys.ts';
import { deletionFilesIn } from '#shared/data/deletion-files.ts';
import { mailPreferencesIn } from '#shared/data/mail-preferences.ts';
import { rateLimitsIn } from '#shared/data/rate-limits.ts';
import { receiptsIn } from '#shared/data/receipts.ts';
import { suppressionsIn } from '#shared/data/suppressions.ts';
import { teamsIn } from '#shared/data/teams.ts';
import { userTasksIn } from '#shared/data/user-tasks.ts';
import { usersIn } from '#shared/data/users.ts';
import { mailLinksAt } from '#shared/mails/mail-links.ts';
import { base } from './base.ts';
import { bucketAt } from './bucket-at.ts';
import type { Host } from './host.ts';
import { budgetDepsOf } from './llm-budget.ts';
import { mailerOf } from './mailer-of.ts';
import { queueSender } from './sending.ts';

/** The dependencies of workers that deliver something outside. */
export function makeWorkerDeps(host: Host = {}) {
  const { env, now, random, secrets, accounts, attribution, analysis } = base(host, () =>
    sdkDynamo(host.transport),
  );
  return {
    now,
    users: usersIn(accounts()),
    keys: apiKeysIn(attribution(), { now, cacheSeconds: env.KEY_CACHE_SECONDS }),
    teams: teamsIn(accounts(), { now }),
    deletionFiles: deletionFilesIn(bucketAt(env.BACKUP_BUCKET)),
    receipts: receiptsIn(accounts(), { now }),
    limits: rateLimitsIn(accounts(), { now }),
    liteDiscoveriesPerHour: env.LITE_DISCOVERIES_PER_HOUR,
    tasks: userTasksIn(analysis(), { now }),
    ...budgetDepsOf(env, { analysis, now }),
    mailer: mailerOf(env, host),
    suppressions: suppressionsIn(accounts(), { now }),
    mailPreferences: mailPreferencesIn(accounts(), { now }),
    mailLinks: mailLinksAt(env.API_BASE_URL, secrets),
    queues: queueSender(env, host),
    random,
  };
}

export type WorkerDeps = ReturnType<typeof makeWorkerDeps>;
