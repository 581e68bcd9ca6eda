import { setTimeout as pause } from 'node:timers/promises';
import { signedSender } from '#shared/adapters/signed-sender.ts';
import type { FindPageDeps } from '#shared/ads/find-own-page.ts';
import { adPagesIn } from '#shared/data/ad-pages.ts';
import { competitorsIn } from '#shared/data/competitors.ts';
import { creditsIn } from '#shared/data/credits.ts';
import { userTasksIn } from '#shared/data/user-tasks.ts';
import { vendorWaitsIn } from '#shared/data/vendor-waits.ts';
import { type DiscoveryDeps, discoveryLimits } from '#shared/discovery/discovery-deps.ts';
import { adLibraryOf } from '#shared/make-deps/ad-library.ts';
import { leanBase, signed } from '#shared/make-deps/base.ts';
import type { Host } from '#shared/make-deps/host.ts';
import { recordedLlmOf } from '#shared/make-deps/llm.ts';
import { webOf } from '#shared/make-deps/web.ts';
import { webSearchOf } from '#shared/make-deps/web-search.ts';

/** The dependencies of the worker that makes discoveries. Costs no call. */
export function makeDeps(host: Host = {}) {
  const { env, random } = leanBase(host);
  const queues = signedSender(signed(host, 'SQS'), env.QUEUE_URLS);
  return { ...discoveryDeps(host), random, queues, pause: realPause };
}

const realPause = async (milliseconds: number): Promise<void> => void (await pause(milliseconds));

function discoveryDeps(host: Host): DiscoveryDeps & FindPageDeps {
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

export type Deps = ReturnType<typeof makeDeps>;
