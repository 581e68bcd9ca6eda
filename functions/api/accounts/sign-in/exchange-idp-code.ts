import * as z from 'zod';
import { accountErrors } from '#shared/accounts/errors.ts';
import { ipNetworkId } from '#shared/accounts/needs.ts';
import { idpCodesLimit } from '#shared/accounts/rules/limits.ts';
import { identityProvider } from '#shared/accounts/sign-in/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { limits } from '#shared/limits/needs.ts';
import { limitReached, rateLimitHeaders } from '#shared/limits/rate-limit-headers.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';

export const exchangeIdpCode = defineEndpoint({
  id: 'exchangeIdpCode',
  method: 'POST',
  path: '/api/v1/auth/oauth/idp/code',
  auth: 'none',
  needs: { identityProvider, ipNetworkId, limits },
  cors: 'front_ends',
  summary: 'Exchange a code of the identity provider',
  description: `Returns the id token for an authorization code of the identity provider. Send the id token, with the \`nonce\` of your request to the provider, to \`signInWithIdp\`, \`signUpWithIdp\` or \`completeIdpSignUp\`. A code works once: if the response is lost, sign in at the provider again. One network (IPv4 /24, IPv6 /56) can exchange ${idpCodesLimit.limit} codes an hour.`,
  body: z
    .object({
      code: z.string().min(1).max(4096).meta({ description: 'The `code` that the provider added to your redirect URI.' }),
      code_verifier: z
        .string()
        .regex(/^[A-Za-z0-9._~-]{43,128}$/, 'Must be 43 to 128 letters, digits or -._~')
        .meta({ description: 'The text whose SHA-256 you sent as `code_challenge` (RFC 7636).' }),
      redirect_uri: z
        .url({ protocol: /^https?$/ })
        .max(2048)
        .meta({ description: 'The `redirect_uri` of your request to the provider.' }),
    })
    .meta({ id: 'ExchangeIdpCodeRequest' }),
  responses: {
    200: z.object({ id_token: z.string().meta({ description: 'The id token from the identity provider.' }) }).meta({ id: 'IdToken' }),
  },
  answers: { 200: 'The id token. It is not verified before it is used.' },
  errors: [accountErrors.invalid_code, serviceErrors.not_found, serviceErrors.too_many_requests, serviceErrors.vendor_unavailable],
  rateLimit: idpCodesLimit,
  example: {
    body: {
      code: '4/0AVG7-example',
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      redirect_uri: 'https://app.operator.example/sign-in',
    },
    responses: { 200: { id_token: 'eyJhbGciOiJSUzI1NiIsImtpZCI6ImsxIn0.e30.example' } },
  },

  async handle({ body, sourceIp }, { identityProvider, limits, ipNetworkId }) {
    if (!identityProvider) throw fail(serviceErrors.not_found);
    const counted = await limits.take(idpCodesLimit, await ipNetworkId(sourceIp));
    if (!counted.isAllowed) throw limitReached(idpCodesLimit, counted);
    const headers = rateLimitHeaders(idpCodesLimit, counted);
    const { code, code_verifier: codeVerifier, redirect_uri: redirectUri } = body;
    const id_token = await identityProvider.exchange({ code, codeVerifier, redirectUri });
    if (id_token === null) throw fail(accountErrors.invalid_code, { headers });
    return ok({ id_token }, headers);
  },
});
