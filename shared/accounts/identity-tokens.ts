import type { Identity } from '#shared/accounts/rules/users.ts';

export type IdentityToken = {
  id: string;
  identity: Identity;
  email: string | null;
  emailVerified: boolean;
  fullName: string | null;
  /** Epoch milliseconds. */
  expiresAt: number;
};

export type IdentityTokens = {
  /**
   * A nonce must be in both the token and the options, or in neither. Throws `VendorUnavailable` without
   * keys.
   */
  verify(idToken: string, options?: { nonce?: string | undefined }): Promise<IdentityToken | null>;
};
