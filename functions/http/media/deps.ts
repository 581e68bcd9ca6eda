import { fileStore } from '#shared/aws/object-stores.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { envFrom } from '#shared/env.ts';

export function makeDeps({ env: values = process.env }: Overrides = {}) {
  const env = envFrom(values);
  return { frontEndOrigins: env.FRONT_END_ORIGINS, files: fileStore(env) };
}

export type Deps = ReturnType<typeof makeDeps>;
