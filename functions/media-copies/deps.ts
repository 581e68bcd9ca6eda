import { adMediaIn } from '#shared/data/ad-media.ts';
import { leanBase } from '#shared/make-deps/base.ts';
import type { Host } from '#shared/make-deps/host.ts';
import { fileStore, queueSender } from '#shared/make-deps/sending.ts';
import { webOf } from '#shared/make-deps/web.ts';

/** The dependencies of the worker that copies media. */
export function makeDeps(host: Host = {}) {
  const { env, now, random, analysis } = leanBase(host);
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
