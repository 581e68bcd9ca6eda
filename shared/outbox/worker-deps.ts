import { codesIn } from '#shared/accounts/codes/store/codes.ts';
import { deletionFilesIn } from '#shared/accounts/deletion/store/deletion-files.ts';
import { recoveriesIn } from '#shared/accounts/deletion/store/recoveries.ts';
import { usersIn } from '#shared/accounts/store/users.ts';
import { activityLogIn } from '#shared/activity/store/activity-log.ts';
import { apiKeysIn } from '#shared/api-keys/store/api-keys.ts';
import { bucketAt } from '#shared/aws/bucket-at.ts';
import { createContext } from '#shared/aws/context.ts';
import { objectStore } from '#shared/aws/object-stores.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { queueSender } from '#shared/aws/sending.ts';
import { clickRulesIn } from '#shared/clicks/store/click-rules.ts';
import { accountSettingsIn } from '#shared/conversions/store/account-settings.ts';
import { directShare } from '#shared/deliveries/rules/fair-share.ts';
import { exportsIn } from '#shared/event-log/store/exports.ts';
import { licencesIn } from '#shared/licences/store/licences.ts';
import { teamsIn } from '#shared/licences/store/teams.ts';
import { distributedThrottle } from '#shared/limits/distributed-throttle.ts';
import { tokenBuckets } from '#shared/limits/token-buckets.ts';
import { budgetDepsOf } from '#shared/llm/budget-deps.ts';
import { mailDepsOf } from '#shared/mail/mail-deps.ts';
import { mailLinksAt } from '#shared/mail/mail-links.ts';
import { mailerOf } from '#shared/mail/vendors/mailer-of.ts';
import { receiptsIn } from '#shared/outbox/store/receipts.ts';
import { reconciliationRulesIn } from '#shared/reconciliation/store/account-rules.ts';
import { exchangeRatesIn } from '#shared/spend/store/exchange-rates.ts';
import { spendAliasesIn } from '#shared/spend/store/spend-aliases.ts';
import { userTasksIn } from '#shared/tasks/store/user-tasks.ts';
import { webhookDeliveriesIn } from '#shared/webhooks/store/deliveries.ts';
import { webhookEndpointsIn } from '#shared/webhooks/store/endpoints.ts';

export function makeWorkerDeps(host: Overrides = {}) {
  const based = createContext(host);
  const { env, now, random, secrets, accounts, attribution, analysis } = based;
  return {
    now,
    users: usersIn(accounts()),
    codes: codesIn(accounts(), { now, secrets }),
    accountSettings: accountSettingsIn(attribution(), { now, cacheSeconds: env.KEY_CACHE_SECONDS }),
    clickRules: clickRulesIn(attribution()),
    spendAliases: spendAliasesIn(attribution()),
    exchangeRates: exchangeRatesIn(attribution()),
    reconciliationRules: reconciliationRulesIn(attribution()),
    keys: apiKeysIn(attribution(), { now, cacheSeconds: env.KEY_CACHE_SECONDS }),
    activityLog: activityLogIn(accounts()),
    recoveries: recoveriesIn(accounts(), { now }),
    licences: licencesIn(accounts(), { now }),
    exports: exportsIn(attribution(), { now }),
    exportFiles: objectStore(env),
    teams: teamsIn(accounts(), { now }),
    deletionFiles: deletionFilesIn(bucketAt(env.BACKUP_BUCKET)),
    receipts: receiptsIn(accounts(), { now }),
    ...mailDepsOf(based),
    throttle: distributedThrottle(accounts(), { now }),
    liteDiscoveriesPerHour: env.LITE_DISCOVERIES_PER_HOUR,
    tasks: userTasksIn(analysis(), { now }),
    ...budgetDepsOf(env, { analysis, now }),
    mailer: mailerOf(env, host),
    mailLinks: mailLinksAt(env.API_BASE_URL, secrets),
    supportEmail: env.SUPPORT_EMAIL,
    webhookEndpoints: webhookEndpointsIn(attribution(), { now }),
    webhookDeliveries: webhookDeliveriesIn(attribution(), { now }),
    takeDirect: tokenBuckets({ ...directShare, now }),
    queues: queueSender(env, host),
    random,
  };
}

export type WorkerDeps = ReturnType<typeof makeWorkerDeps>;
