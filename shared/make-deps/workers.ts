import { sdkDynamo } from '#shared/adapters/sdk-dynamo.ts';
import { signedSender } from '#shared/adapters/signed-sender.ts';
import { accountRowsIn } from '#shared/data/account-rows.ts';
import { apiKeysIn } from '#shared/data/api-keys.ts';
import { deadEffectsIn } from '#shared/data/dead-effects.ts';
import { deletionFilesIn } from '#shared/data/deletion-files.ts';
import { erasuresIn } from '#shared/data/erasures.ts';
import { exportRowsIn } from '#shared/data/export-rows.ts';
import { exportsIn } from '#shared/data/exports.ts';
import { mailPreferencesIn } from '#shared/data/mail-preferences.ts';
import { rateLimitsIn } from '#shared/data/rate-limits.ts';
import { receiptsIn } from '#shared/data/receipts.ts';
import { suppressionsIn } from '#shared/data/suppressions.ts';
import { teamsIn } from '#shared/data/teams.ts';
import { userTasksIn } from '#shared/data/user-tasks.ts';
import { usersIn } from '#shared/data/users.ts';
import type { ErasureDeps, ExportDeps, OutboxWorkerDeps, ProjectionDeps, WorkerDeps } from '#shared/deps.ts';
import { mailLinksAt } from '#shared/mails/mail-links.ts';
import { base, signed } from './base.ts';
import { bucketAt } from './bucket-at.ts';
import type { Host } from './host.ts';
import { budgetDepsOf } from './llm-budget.ts';
import { projectionDepsOver } from './projection.ts';
import { mailerOf, objectStore, queueSender } from './sending.ts';

/** The dependencies of the worker behind the attribution table. */
export function makeProjectionDeps(host: Host = {}): ProjectionDeps {
  const { env, now, attribution } = base(host, () => sdkDynamo(host.transport));
  const queues = signedSender(signed(host, 'SQS'), env.QUEUE_URLS);
  return projectionDepsOver(attribution(), { env, now, queues });
}

/** The dependencies of workers that deliver something outside. */
export function makeWorkerDeps(host: Host = {}): WorkerDeps {
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

/** The dependencies of the worker that delivers effects from the streams. */
export function makeOutboxDeps(host: Host = {}): OutboxWorkerDeps {
  const { now, accounts } = base(host, () => sdkDynamo(host.transport));
  return { ...makeWorkerDeps(host), deadEffects: deadEffectsIn(accounts(), { now }) };
}

/** The dependencies of the erasure worker. */
export function makeErasureDeps(host: Host = {}): ErasureDeps {
  const { env, now, random, attribution } = base(host, () => sdkDynamo(host.transport));
  return { now, erasures: erasuresIn(attribution(), { now }), queues: queueSender(env, host), random };
}

/** The dependencies of the export worker. */
export function makeExportDeps(host: Host = {}): ExportDeps {
  const { env, now, random, accounts, attribution, analysis } = base(host, () => sdkDynamo(host.transport));
  const tables = { accounts: accounts(), attribution: attribution(), analysis: analysis() };
  const exportRows = exportRowsIn(attribution());
  return {
    exports: exportsIn(attribution(), { now }),
    exportRows,
    accountRows: accountRowsIn(tables, exportRows),
    objects: objectStore(env),
    queues: queueSender(env, host),
    random,
    // A hundred is what one read of events takes.
    sizes: { pageRows: 100, partBytes: 6 * 1_048_576 },
  };
}
