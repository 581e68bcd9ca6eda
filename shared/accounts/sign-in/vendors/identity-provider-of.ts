import * as z from 'zod';
import { type IdentityProvider, IdentityProviderClient } from '#shared/accounts/sign-in/identity-provider.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import type { Env } from '#shared/env.ts';
import { log } from '#shared/log.ts';
import { SecretMissing, type Secrets } from '#shared/secrets.ts';
import { vendorCall } from '#shared/vendors/vendor-call.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';

const Answer = z.object({ id_token: z.string().min(1) });
const ErrorAnswer = z.object({ error: z.string() });

export function identityProviderOf(
  { IDP_CONSOLE, STAGE }: Pick<Env, 'IDP_CONSOLE' | 'STAGE'>,
  { fetch }: Pick<Overrides, 'fetch'>,
  secrets: Pick<Secrets, 'ofVendor'>,
): IdentityProvider {
  if (!IDP_CONSOLE) return null;
  const client = IdentityProviderClient.parse(JSON.parse(IDP_CONSOLE));
  const call = vendorCall({
    vendor: 'idp',
    baseUrl: client.token_url,
    stage: STAGE,
    timeoutMs: 5000,
    // An authorization code works once, so the call is not retried and the user must sign in again.
    maxTries: 1,
    codeOf: (body) => ErrorAnswer.safeParse(body).data?.error,
    fetch,
  });
  const clientSecret = async () => {
    try {
      return await secrets.ofVendor('idp_client_secret');
    } catch (error) {
      // A public client has no secret: the code verifier proves the ownership of its code.
      if (error instanceof SecretMissing) return null;
      throw error;
    }
  };
  return {
    client,

    async exchange({ code, codeVerifier, redirectUri }) {
      const secret = await clientSecret();
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        code_verifier: codeVerifier,
        redirect_uri: redirectUri,
        ...(secret === null && { client_id: client.client_id }),
      });
      const headers = secret === null ? {} : { authorization: basic(client.client_id, secret) };
      try {
        return (await call({ method: 'POST', path: '', headers, body }, Answer)).id_token;
      } catch (error) {
        if (!(error instanceof VendorUnavailable) || error.failure !== 'refused') throw error;
        // Providers return several errors for a wrong code, which is the user's fault.
        if (error.status === 400) {
          if (error.code !== 'invalid_grant') log.info('identity provider refused a code', { vendor_error: error.code ?? 'none' });
          return null;
        }
        log.error('identity provider refused', {
          status: String(error.status),
          vendor_error: error.code ?? 'none',
        });
        throw error;
      }
    },
  };
}

/** RFC 6749, 2.3.1 requires the ID and the secret of a client to be form-encoded. */
const basic = (id: string, secret: string) => `Basic ${Buffer.from([id, secret].map(encodeURIComponent).join(':')).toString('base64')}`;
