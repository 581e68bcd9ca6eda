import { ipNetworkOf } from '#shared/accounts/rules/ip-network.ts';
import { apiKeysIn } from '#shared/api-keys/store/api-keys.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { admitIpNetwork } from '#shared/conversions/admit-ip-network.ts';
import { ingestLimiterOf, unknownKeyLimiterOf } from '#shared/conversions/event-limiters.ts';
import { accountSettingsIn } from '#shared/conversions/store/account-settings.ts';
import { clicksIn } from '#shared/conversions/store/clicks.ts';
import { conversionsIn } from '#shared/conversions/store/conversions.ts';
import { identitiesIn } from '#shared/conversions/store/identities.ts';
import { eventLogIn } from '#shared/event-log/store/event-log.ts';
import { tokenBuckets } from '#shared/limits/token-buckets.ts';

export function makeDeps(host: Overrides = {}) {
  const { env, now, secrets, attribution } = createContext(host);
  const unknownLimiter = unknownKeyLimiterOf(env, attribution(), now);
  return {
    admitUnknown: (sourceIp: string) => admitIpNetwork('unknown-key', ipNetworkOf(sourceIp), unknownLimiter),
    now,
    keys: apiKeysIn(attribution(), { now, cacheSeconds: env.KEY_CACHE_SECONDS }),
    clicks: clicksIn(attribution()),
    conversions: conversionsIn(attribution()),
    eventLog: eventLogIn(attribution(), { now, retentionDays: env.PIXEL_EVENTS_RETENTION_DAYS }),
    identities: identitiesIn(attribution()),
    accountSettings: accountSettingsIn(attribution(), { now, cacheSeconds: env.KEY_CACHE_SECONDS }),
    ingestLimiter: ingestLimiterOf(env, attribution(), now),
    logBudget: tokenBuckets({ burst: 50, perSecond: 20, now }),
    secrets,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
