import { apiKeysIn } from '#shared/data/api-keys.ts';
import { assistantAdsIn } from '#shared/data/assistant-ads.ts';
import { auditIn } from '#shared/data/audit.ts';
import { billingRecordsIn } from '#shared/data/billing-records.ts';
import { creditsIn } from '#shared/data/credits.ts';
import { ingestLimitsIn } from '#shared/data/ingest-limits.ts';
import { invalidationsIn } from '#shared/data/invalidations.ts';
import { licencesIn } from '#shared/data/licences.ts';
import { managedClientsIn } from '#shared/data/managed-clients.ts';
import { usersIn } from '#shared/data/users.ts';
import { waitlistIn } from '#shared/data/waitlist.ts';
import { makeAssistantAdsDeps } from '#shared/make-deps/assistant-ads.ts';
import { leanBase } from '#shared/make-deps/base.ts';
import { billingOf } from '#shared/make-deps/billing.ts';
import { ingestLimitOf } from '#shared/make-deps/event-limiters.ts';
import { makeGrantDeps } from '#shared/make-deps/grants.ts';
import type { Host } from '#shared/make-deps/host.ts';
import { makeNightDeps } from '#shared/make-deps/maintenance-tasks.ts';
import { operatorDepsOf } from '#shared/make-deps/operators.ts';

/** The dependencies of the operators' maintenance. Costs no call. */
export function makeDeps(host: Host = {}) {
  const based = leanBase(host);
  const { env, now, random, secrets, accounts, attribution } = based;
  return {
    ...operatorDepsOf(based),
    ...makeNightDeps(host),
    ...makeGrantDeps(host),
    now,
    users: usersIn(accounts()),
    audit: auditIn(accounts(), { now }),
    licences: licencesIn(accounts(), { now }),
    managedClients: managedClientsIn(accounts(), { now }),
    credits: creditsIn(accounts(), { now, lowAt: env.LOW_CREDITS_THRESHOLD }),
    billing: billingOf(env, { secrets, random }),
    billingRecords: billingRecordsIn(accounts(), { now }),
    invalidations: invalidationsIn(accounts()),
    keys: apiKeysIn(attribution(), { now, cacheSeconds: env.KEY_CACHE_SECONDS }),
    waitlist: waitlistIn(accounts(), { now }),
    ingestLimits: ingestLimitsIn(attribution()),
    defaultIngestLimit: ingestLimitOf(env),
    assistantAds: assistantAdsIn(accounts(), { now }),
    secrets,
    assistantReports: makeAssistantAdsDeps(host),
  };
}

export type Deps = ReturnType<typeof makeDeps>;
