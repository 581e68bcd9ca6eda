import * as z from 'zod';
import { identityProvider } from '#shared/accounts/sign-in/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';

const scope = 'openid email profile';
const Provider = z
  .object({
    name: z.string().meta({ description: 'Its name, for the label of a button.' }),
    authorization_url: z.url().meta({ description: 'The page where people sign in.' }),
    client_id: z.string().meta({ description: 'The `client_id` to send there.' }),
    scope: z.string().meta({ description: 'The `scope` to send there.' }),
  })
  .meta({ id: 'IdentityProviderClient' });

export const readIdentityProvider = defineEndpoint({
  id: 'readIdentityProvider',
  method: 'GET',
  path: '/api/v1/auth/oauth/idp',
  auth: 'none',
  needs: { identityProvider },
  cors: 'front_ends',
  summary: 'Retrieve the identity provider',
  description:
    "Returns what a front end needs to send a person to the identity provider: the authorization code flow with PKCE (`S256`), a `state` and a `nonce`. Exchange the code with `exchangeIdpCode`. `provider` is `null` if this service has none for front ends. The provider must know your page's address as a redirect URI.",
  responses: {
    200: z.object({ provider: Provider.nullable().meta({ description: '`null` if there is none.' }) }).meta({ id: 'IdentityProvider' }),
  },
  example: {
    responses: {
      200: {
        provider: {
          name: 'Google',
          authorization_url: 'https://accounts.google.com/o/oauth2/v2/auth',
          client_id: '1234567890-console',
          scope,
        },
      },
    },
  },

  async handle(_, { identityProvider }) {
    if (!identityProvider) return ok({ provider: null });
    const { name, authorization_url, client_id } = identityProvider.client;
    return ok({ provider: { name, authorization_url, client_id, scope } });
  },
});
