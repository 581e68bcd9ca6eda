import * as z from 'zod';
import { jwksIdentityTokens } from '#shared/adapters/jwks-identity-tokens.ts';
import { vendorCall } from '#shared/adapters/vendor-call.ts';
import type { Env } from '#shared/env.ts';
import type { Host } from './host.ts';

const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

/** The identity provider, as the configuration says. */
export function identityTokensOf(env: Env, { fetch }: Host, now: () => number) {
  const call = vendorCall({
    vendor: 'idp',
    baseUrl: env.IDP_JWKS_URL,
    stage: env.STAGE,
    timeoutMs: 5000,
    // Whoever signs in does the repeating.
    mostTries: 1,
    fetch,
  });
  return jwksIdentityTokens({
    load: () => call({ method: 'GET', path: '' }, KeySet),
    issuers: env.IDP_ISSUERS,
    clientIds: env.IDP_CLIENT_IDS,
    now,
  });
}
