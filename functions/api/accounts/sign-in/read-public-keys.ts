import * as z from 'zod';
import { deckTokens } from '#shared/accounts/sign-in/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';

const PublicKey = z
  .object({
    kty: z.literal('OKP').meta({ description: 'The type of the key.' }),
    crv: z.literal('Ed25519').meta({ description: 'The curve.' }),
    use: z.literal('sig').meta({ description: 'The key verifies signatures.' }),
    alg: z.literal('EdDSA').meta({ description: 'The algorithm of the signatures.' }),
    kid: z.string().meta({ description: 'Names the key in the header of a token.' }),
    x: z
      .string()
      .regex(/^[\w-]{43}$/)
      .meta({ description: 'The public key.' }),
  })
  .meta({ id: 'PublicKey' });

export const readPublicKeys = defineEndpoint({
  id: 'readPublicKeys',
  method: 'GET',
  path: '/.well-known/jwks.json',
  auth: 'none',
  needs: { deckTokens },
  cors: 'any_origin',
  summary: 'List the public keys',
  description:
    'Returns the public keys that verify `deck_token`, as a JWK Set (RFC 7517). Cache them for up to an hour. Fetch them again when a token has a `kid` that you do not know.',
  responses: {
    200: z.object({ keys: z.array(PublicKey).meta({ description: 'The keys, newest first.' }) }).meta({ id: 'PublicKeys' }),
  },
  answers: { 200: 'The keys. New tokens are signed with the first one.' },
  example: {
    responses: {
      200: {
        keys: [
          {
            kty: 'OKP',
            crv: 'Ed25519',
            use: 'sig',
            alg: 'EdDSA',
            kid: '3f1c9a20',
            x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
          },
        ],
      },
    },
  },

  handle: async (_, { deckTokens }) =>
    ok({ keys: await deckTokens.publicKeys() }, { 'cache-control': 'public, max-age=3600', vary: 'Origin' }),
});
