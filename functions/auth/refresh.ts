import * as z from 'zod';
import { exampleAuthResponse } from '#shared/accounts/auth-response.ts';
import type { AccountDeps } from '#shared/deps.ts';
import { endpointWith, ok } from '#shared/http/endpoint.ts';
import { fail } from '#shared/http/errors.ts';

/** From the sign-in, however often it is refreshed (contract 1). */
const longestSessionMs = 30 * 86_400_000;

const { user: _, ...exampleToken } = exampleAuthResponse;

export const refresh = endpointWith<AccountDeps>()({
  id: 'refresh',
  method: 'POST',
  path: '/api/v1/auth/refresh',
  auth: 'user',
  cors: 'front_ends',
  summary: 'Refresh an access token',
  description:
    'Returns a new access token for one that is still valid. Until 30 days after the sign-in; then 401, and the user signs in again.',
  responses: {
    200: z
      .object({
        access_token: z.string(),
        token_type: z.literal('bearer'),
        expires_in: z.int().meta({ description: 'Seconds.' }),
      })
      .meta({ id: 'NewToken' }),
  },
  answers: {
    200: 'Returns a new access token.',
  },
  example: { responses: { 200: exampleToken } },

  async handle({ actor: { user, signedInAt } }, { now, tokens }) {
    if (now() > signedInAt + longestSessionMs)
      throw fail('unauthenticated', { headers: { 'www-authenticate': 'Bearer' } });
    const { id, tokensValidAfter: validAfter } = user;
    const { token, expiresInSeconds } = await tokens.issue('access', id, { signedInAt, validAfter });
    return ok({ access_token: token, token_type: 'bearer', expires_in: expiresInSeconds });
  },
});
