import type { MediaDeps } from '#shared/deps/media.ts';
import { envFrom } from '#shared/env.ts';
import type { Host } from './host.ts';
import { fileStore } from './sending.ts';

/** The dependencies of the endpoint of copied media: no tables, no secrets. */
export function makeMediaDeps({ env: values = process.env }: Host = {}): MediaDeps {
  const env = envFrom(values);
  return { frontEndOrigins: env.FRONT_END_ORIGINS, files: fileStore(env) };
}
