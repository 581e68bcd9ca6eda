import { envFrom } from '#shared/env.ts';
import type { Host } from '#shared/make-deps/host.ts';
import { fileStore } from '#shared/make-deps/sending.ts';

/** The dependencies of the endpoint of copied media: no tables, no secrets. */
export function makeDeps({ env: values = process.env }: Host = {}) {
  const env = envFrom(values);
  return { frontEndOrigins: env.FRONT_END_ORIGINS, files: fileStore(env) };
}

export type Deps = ReturnType<typeof makeDeps>;
