import { envFrom } from '#shared/env.ts';

export function makeDeps() {
  const env = envFrom(process.env);
  return { baseUrl: env.API_BASE_URL, frontEndOrigins: env.FRONT_END_ORIGINS };
}

export type Deps = ReturnType<typeof makeDeps>;
