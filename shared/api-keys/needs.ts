import type { Context } from '#shared/aws/context.ts';
import { apiKeysIn } from './store/api-keys.ts';

export const keys = ({ attribution, env, now }: Context) => apiKeysIn(attribution(), { now, cacheSeconds: env.KEY_CACHE_SECONDS });
