import * as z from 'zod';

const webUrl = z.url({ protocol: /^https?$/ });

/**
 * The console's sign-in with the identity provider: a stage's `idpConsole`, which functions read as
 * `IDP_CONSOLE`.
 */
export const IdentityProviderClient = z.strictObject({
  /** The name that users see. */
  name: z.string().min(1),
  client_id: z.string().min(1),
  authorization_url: webUrl,
  /** The address that exchanges codes. */
  token_url: webUrl,
});
export type IdentityProviderClient = z.output<typeof IdentityProviderClient>;

/** A code from the provider's page, with the values of its request. */
export type AuthorizationCode = { code: string; codeVerifier: string; redirectUri: string };

/** `null` if the console does not use the provider. */
export type IdentityProvider = {
  client: IdentityProviderClient;
  /**
   * Returns the unverified ID token for a code, or `null` for a code that the provider rejects. Throws
   * `VendorUnavailable`.
   */
  exchange(code: AuthorizationCode): Promise<string | null>;
} | null;
