import type { Env } from '#shared/env.ts';
import { safeFetch } from './safe-fetch.ts';
import type { Web } from './web.ts';

export const webOf = ({ STAGE, SITE_HOSTS, FRONT_END_BASE_URL }: Env): Web =>
  safeFetch({
    userAgent: `Mozilla/5.0 (compatible; adtrail/1.0; +${FRONT_END_BASE_URL})`,
    ...(STAGE === 'local' && { siteHosts: SITE_HOSTS }),
  });
