import * as z from 'zod';
import { attemptsLimit, checkCode } from '#shared/accounts/codes/check-code.ts';
import { codes } from '#shared/accounts/codes/needs.ts';
import { accountErrors } from '#shared/accounts/errors.ts';
import { CodeGuess, Email } from '#shared/accounts/fields.ts';
import { ipNetworkId } from '#shared/accounts/needs.ts';
import { deckTokens } from '#shared/accounts/sign-in/needs.ts';
import { queues } from '#shared/aws/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { fail } from '#shared/values/errors.ts';
import { sha256 } from '#shared/values/ids.ts';

export const verifyDeckCode = defineEndpoint({
  id: 'verifyDeckCode',
  method: 'POST',
  path: '/api/v1/auth/salesdeck/verify-code',
  auth: 'none',
  needs: { codes, deckTokens, ipNetworkId, queues },
  cors: 'front_ends',
  summary: 'Verify a sales deck code',
  description:
    'Opens the sales deck with a code from `sendDeckCode`. A code works once. If you did not receive the response, request a new code. Five wrong codes close a code.\n\n' +
    '`deck_token` is a JWT signed with Ed25519 (`alg` `EdDSA`), for the server of the deck. Verify it with the public ' +
    'key that the header `kid` names at `/.well-known/jwks.json`, and check `iss`, `exp` and `aud`, which is the issuer ' +
    'followed by `:deck`. `sub` is the SHA-256 (hex) of the e-mail in lower case. No endpoint of this API accepts it.',
  body: z.object({ email: Email, code: CodeGuess }).meta({ id: 'VerifyDeckCodeRequest' }),
  responses: {
    200: z
      .object({
        granted: z.literal(true).meta({ description: 'Always `true`.' }),
        deck_token: z.string().meta({ description: 'Token that opens the sales deck.' }),
        expires_in: z.int().meta({ description: 'Seconds.' }),
      })
      .meta({ id: 'DeckGrant' }),
  },
  answers: {
    200: 'The code is right and used up. The body holds the deck token.',
  },
  errors: [accountErrors.invalid_code, accountErrors.code_expired, accountErrors.too_many_attempts],
  rateLimit: attemptsLimit,
  example: {
    body: { email: 'sam@operator.example', code: '042917' },
    responses: {
      200: {
        granted: true,
        deck_token: 'eyJhbGciOiJFZERTQSIsImtpZCI6IjEyMzQ1Njc4In0.e30.example',
        expires_in: 3600,
      },
    },
  },

  async handle({ body: { email, code }, sourceIp }, deps) {
    const { generation, headers } = await checkCode({ purpose: 'salesdeck', address: email, guess: code, sourceIp }, deps);
    if (!(await deps.codes.use('salesdeck', email, generation))) throw fail(accountErrors.invalid_code, { headers });
    const { token, expiresInSeconds } = await deps.deckTokens.issue(sha256(email));
    return ok({ granted: true, deck_token: token, expires_in: expiresInSeconds }, headers);
  },
});
