import * as z from 'zod';

const webUrl = z.url({ protocol: /^https?$/ });

export const IdentityProviderClient = z.strictObject({
  name: z.string().min(1),
  client_id: z.string().min(1),
  authorization_url: webUrl,
  token_url: webUrl,
});
export type IdentityProviderClient = z.output<typeof IdentityProviderClient>;

export type AuthorizationCode = { code: string; codeVerifier: string; redirectUri: string };

export type IdentityProvider = {
  client: IdentityProviderClient;
  /** Throws `VendorUnavailable` if the provider fails. */
  exchange(code: AuthorizationCode): Promise<string | null>;
} | null;
