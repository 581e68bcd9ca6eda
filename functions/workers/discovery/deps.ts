import type { FindPageDeps } from '#shared/ads/find-own-page.ts';
import { adPagesIn } from '#shared/ads/store/ad-pages.ts';
import { adLibraryOf } from '#shared/ads/vendors/ad-library-of.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { queueSender } from '#shared/aws/sending.ts';
import { type DiscoveryDeps, discoveryLimits } from '#shared/competitors/discovery-deps.ts';
import { competitorsIn } from '#shared/competitors/store/competitors.ts';
import { creditsIn } from '#shared/credits/store/credits.ts';
import { rateLimitsIn } from '#shared/limits/rate-limits.ts';
import { recordedLlmOf } from '#shared/llm/vendors/llm-of.ts';
import { webSearchOf } from '#shared/llm/vendors/web-search-of.ts';
import { userTasksIn } from '#shared/tasks/store/user-tasks.ts';
import { vendorCooldownsIn } from '#shared/vendors/vendor-cooldowns.ts';
import { webOf } from '#shared/web/safe-fetch.ts';

export function makeDeps(host: Overrides = {}) {
  const { env, now, pause, random, accounts } = createContext(host);
  const queues = queueSender(env, host);
  return {
    ...siteTaskDeps(host),
    random,
    queues,
    turns: rateLimitsIn(accounts(), { now }),
    pause,
  };
}

function siteTaskDeps(host: Overrides): DiscoveryDeps & FindPageDeps & { siteChecksOnThisMachine: boolean } {
  const { env, now, random, secrets, accounts, analysis } = createContext(host);
  const llm = recordedLlmOf(env, { secrets, random, analysis, now, fetch: host.fetch });
  return {
    now,
    llm,
    tasks: userTasksIn(analysis(), { now }),
    competitors: competitorsIn(analysis()),
    search: webSearchOf(env, { llm, secrets, random, fetch: host.fetch }),
    web: webOf(env),
    siteChecksOnThisMachine: env.STAGE === 'local' && env.SITE_CHECKS_ON_THIS_MACHINE,
    adPages: adPagesIn(analysis(), { now }),
    adLibrary: adLibraryOf(env, {
      ...{ secrets, random, now, fetch: host.fetch },
      waits: vendorCooldownsIn(analysis(), { now }),
    }),
    discoveryLimits,
    credits: creditsIn(accounts(), { now, lowAt: env.LOW_CREDITS_THRESHOLD }),
    creditCosts: env.CREDIT_COSTS,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
