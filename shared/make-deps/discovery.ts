import { setTimeout as pause } from 'node:timers/promises';
import { signedSender } from '#shared/adapters/signed-sender.ts';
import type { FindPageDeps } from '#shared/ads/find-own-page.ts';
import { adPagesIn } from '#shared/data/ad-pages.ts';
import { competitorsIn } from '#shared/data/competitors.ts';
import { creditsIn } from '#shared/data/credits.ts';
import { rateLimitsIn } from '#shared/data/rate-limits.ts';
import { userTasksIn } from '#shared/data/user-tasks.ts';
import { vendorWaitsIn } from '#shared/data/vendor-waits.ts';
import type { DiscoverDeps, DiscoveryWorkerDeps } from '#shared/deps/discovery.ts';
import { type DiscoveryDeps, discoveryLimits } from '#shared/discovery/discovery-deps.ts';
import { adLibraryOf } from './ad-library.ts';
import { leanBase, signed } from './base.ts';
import type { Host } from './host.ts';
import { recordedLlmOf } from './llm.ts';
import { budgetDepsOf } from './llm-budget.ts';
import { viewDepsOf } from './view.ts';
import { webOf } from './web.ts';
import { webSearchOf } from './web-search.ts';

/** The dependencies of the worker that makes discoveries. Costs no call. */
export function makeDiscoveryWorkerDeps(host: Host = {}): DiscoveryWorkerDeps {
  const { env, random } = leanBase(host);
  const queues = signedSender(signed(host, 'SQS'), env.QUEUE_URLS);
  return { ...discoveryDeps(host), random, queues, pause: realPause };
}

/** The dependencies of the request for one, which may wait for it. Costs no call. */
export function makeDiscoverDeps(host: Host = {}): DiscoverDeps {
  const based = leanBase(host);
  const { env, now, accounts, analysis } = based;
  return {
    ...viewDepsOf(based),
    credits: creditsIn(accounts(), { now, lowAt: env.LOW_CREDITS_THRESHOLD }),
    creditCosts: env.CREDIT_COSTS,
    tasks: userTasksIn(analysis(), { now }),
    web: webOf(env),
    limits: rateLimitsIn(accounts(), { now }),
    discoveries: {
      perHour: env.DISCOVERIES_PER_HOUR,
      unverifiedPerDay: env.UNVERIFIED_DISCOVERIES_PER_DAY,
    },
    ...budgetDepsOf(env, based),
    syncSeconds: env.DISCOVERY_SYNC_SECONDS,
    pause: realPause,
  };
}

const realPause = async (milliseconds: number) => void (await pause(milliseconds));

function discoveryDeps(host: Host): DiscoveryDeps & FindPageDeps & Pick<DiscoverDeps, 'credits'> {
  const { env, now, random, secrets, accounts, analysis } = leanBase(host);
  const llm = recordedLlmOf(env, { secrets, random, analysis, now, fetch: host.fetch });
  return {
    now,
    llm,
    tasks: userTasksIn(analysis(), { now }),
    competitors: competitorsIn(analysis()),
    search: webSearchOf(env, { llm, secrets, random, fetch: host.fetch }),
    web: webOf(env),
    adPages: adPagesIn(analysis(), { now }),
    adLibrary: adLibraryOf(env, {
      ...{ secrets, random, now, fetch: host.fetch },
      waits: vendorWaitsIn(analysis(), { now }),
    }),
    discoveryLimits,
    credits: creditsIn(accounts(), { now, lowAt: env.LOW_CREDITS_THRESHOLD }),
    creditCosts: env.CREDIT_COSTS,
  };
}
