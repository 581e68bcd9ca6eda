import * as z from 'zod';
import type { Overrides } from '#shared/aws/overrides.ts';
import type { Env } from '#shared/env.ts';
import { vendorCall } from '#shared/vendors/vendor-call.ts';
import { jwksIdentityTokens } from './jwks-identity-tokens.ts';

const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

export function identityTokensOf(env: Env, { fetch }: Overrides, now: () => number) {
  const call = vendorCall({
    vendor: 'idp',
    baseUrl: env.IDP_JWKS_URL,
    stage: env.STAGE,
    timeoutMs: 5000,
    // The user retries a failed sign-in, so this call does not.
    maxTries: 1,
    fetch,
  });
  return jwksIdentityTokens({
    load: () => call({ method: 'GET', path: '' }, KeySet),
    issuers: env.IDP_ISSUERS,
    clientIds: env.IDP_CLIENT_IDS,
    now,
  });
}
