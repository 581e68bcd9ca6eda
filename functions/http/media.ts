import * as endpoints from '#functions/api/media/endpoints.ts';
import { fileStore } from '#shared/aws/object-stores.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { envFrom } from '#shared/env.ts';
import { httpLambda } from '#shared/http/lambda.ts';

export { endpoints };
// The function has no table and no secret, so it makes no context.
export function makeDeps({ env: settings = process.env }: Overrides = {}) {
  const env = envFrom(settings);
  return { frontEndOrigins: env.FRONT_END_ORIGINS, files: fileStore(env) };
}
export const handler = httpLambda(Object.values(endpoints), () => makeDeps());
