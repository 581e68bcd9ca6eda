import type { Identity } from '#shared/accounts/rules/users.ts';

export type IdentityToken = {
  id: string;
  identity: Identity;
  email: string | null;
  emailVerified: boolean;
  fullName: string | null;
  /** The token expires at this time, in epoch milliseconds. */
  expiresAt: number;
};

export type IdentityTokens = {
  /**
   * Returns `null` for an invalid token. A nonce must be in both the token and the options, or in neither.
   * Throws `VendorUnavailable`.
   */
  verify(idToken: string, options?: { nonce?: string | undefined }): Promise<IdentityToken | null>;
};
