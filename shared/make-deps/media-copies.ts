import { adMediaIn } from '#shared/data/ad-media.ts';
import type { MediaCopyDeps } from '#shared/deps/media.ts';
import { leanBase } from './base.ts';
import type { Host } from './host.ts';
import { fileStore, queueSender } from './sending.ts';
import { webOf } from './web.ts';

/** The dependencies of the worker that copies media. */
export function makeMediaCopyDeps(host: Host = {}): MediaCopyDeps {
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
