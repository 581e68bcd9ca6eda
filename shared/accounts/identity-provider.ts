import * as z from 'zod';

const webUrl = z.url({ protocol: /^https?$/ });

/**
 * The console's sign-in with the identity provider: a stage's `idpConsole`, which functions read as
 * `IDP_CONSOLE`.
 */
export const IdentityProviderClient = z.strictObject({
  name: z.string().min(1),
  client_id: z.string().min(1),
  authorization_url: webUrl,
  token_url: webUrl,
});
export type IdentityProviderClient = z.output<typeof IdentityProviderClient>;

export type AuthorizationCode = { code: string; codeVerifier: string; redirectUri: string };

/** `null` means that the console does not use the provider. */
export type IdentityProvider = {
  client: IdentityProviderClient;
  /**
   * Returns the unverified ID token for a code, or `null` for a code that the provider rejects. Throws
   * `VendorUnavailable`.
   */
  exchange(code: AuthorizationCode): Promise<string | null>;
} | null;
