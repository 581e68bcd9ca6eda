import * as z from 'zod';

const webUrl = z.url({ protocol: /^https?$/ });

/** How the console signs in with the identity provider: a stage's `idpConsole`, which functions read as `IDP_CONSOLE`. */
export const IdentityProviderClient = z.strictObject({
  /** For people. */
  name: z.string().min(1),
  /** One of our client ids there. */
  client_id: z.string().min(1),
  /** The page where people sign in. */
  authorization_url: webUrl,
  /** Where codes are exchanged. */
  token_url: webUrl,
});
export type IdentityProviderClient = z.output<typeof IdentityProviderClient>;

/** A code as the provider's page has sent it back, with what was said when it was asked for. */
export type AuthorizationCode = { code: string; codeVerifier: string; redirectUri: string };

/** `null` where the console does not sign in with it. */
export type IdentityProvider = {
  client: IdentityProviderClient;
  /**
   * The id token for a code, which nobody has verified yet; `null` for a code that the provider does not take. Throws
   * `VendorUnavailable`.
   */
  exchange(code: AuthorizationCode): Promise<string | null>;
} | null;
