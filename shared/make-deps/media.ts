import { adMediaIn } from '#shared/data/ad-media.ts';
import type { MediaCopyDeps, MediaDeps } from '#shared/deps/media.ts';
import { envFrom } from '#shared/env.ts';
import { leanBase } from './base.ts';
import type { Host } from './host.ts';
import { fileStore, queueSender } from './sending.ts';
import { webOf } from './web.ts';

/** The dependencies of the endpoint of copied media: no tables, no secrets. */
export function makeMediaDeps({ env: values = process.env }: Host = {}): MediaDeps {
  const env = envFrom(values);
  return { frontEndOrigins: env.FRONT_END_ORIGINS, files: fileStore(env) };
}

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
