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
import type { MaintenanceDeps } from '#shared/deps.ts';
import { makeAssistantAdsDeps } from './assistant-ads.ts';
import { leanBase } from './base.ts';
import { billingOf } from './billing.ts';
import { ingestLimitOf } from './event-limiters.ts';
import { makeGrantDeps } from './grants.ts';
import type { Host } from './host.ts';
import { makeNightDeps } from './maintenance-tasks.ts';
import { operatorDepsOf } from './operators.ts';

/** The dependencies of the operators' maintenance. Costs no call. */
export function makeMaintenanceDeps(host: Host = {}): MaintenanceDeps {
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
