import { ipNetworkOf } from '#shared/accounts/rules/ip-network.ts';
import { apiKeysIn } from '#shared/api-keys/store/api-keys.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { userAgentReader } from '#shared/clicks/rules/user-agent.ts';
import { dataCentresFrom } from '#shared/clicks/store/data-centres.ts';
import { networkKeysIn } from '#shared/clicks/store/network-keys.ts';
import { admitIpNetwork } from '#shared/conversions/admit-ip-network.ts';
import { pixelLimiterOf, pixelNetworkLimiterOf } from '#shared/conversions/event-limiters.ts';
import { clicksIn } from '#shared/conversions/store/clicks.ts';
import { identitiesIn } from '#shared/conversions/store/identities.ts';
import { pixelEventsIn } from '#shared/event-log/store/pixel-events.ts';
import { crowdFrom, flood } from '#shared/traffic/rules/recent-clicks.ts';
import { recentMemory } from '#shared/traffic/rules/recent-memory.ts';

export function makeDeps(host: Overrides = {}) {
  const { env, now, secrets, attribution } = createContext(host);
  const networkLimiter = pixelNetworkLimiterOf(env, attribution(), now);
  return {
    admit: (sourceIp: string) => admitIpNetwork('pixel-network', ipNetworkOf(sourceIp), networkLimiter),
    now,
    keys: apiKeysIn(attribution(), { now, cacheSeconds: env.KEY_CACHE_SECONDS }),
    clicks: clicksIn(attribution()),
    networkKeys: networkKeysIn(attribution(), now),
    readUserAgent: userAgentReader(),
    dataCentres: dataCentresFrom(env.DATA_CENTRES_FILE),
    crowds: recentMemory({ withinMs: flood.withinMs, most: crowdFrom, subjects: 20_000 }),
    pixelEvents: pixelEventsIn(attribution(), { now, retentionDays: env.PIXEL_EVENTS_RETENTION_DAYS }),
    pixelLimiter: pixelLimiterOf(env, attribution(), now),
    identities: identitiesIn(attribution()),
    secrets,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
