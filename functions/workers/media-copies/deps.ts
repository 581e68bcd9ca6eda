import { adMediaIn } from '#shared/ads/store/ad-media.ts';
import { createContext } from '#shared/aws/context.ts';
import { fileStore } from '#shared/aws/object-stores.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { queueSender } from '#shared/aws/sending.ts';
import { webOf } from '#shared/web/safe-fetch.ts';

export function makeDeps(host: Overrides = {}) {
  const { env, now, random, analysis } = createContext(host);
  return {
    now,
    random,
    queues: queueSender(env, host),
    web: webOf(env),
    files: fileStore(env),
    adMedia: adMediaIn(analysis(), { now }),
  };
}

export type Deps = ReturnType<typeof makeDeps>;
