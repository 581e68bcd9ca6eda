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
   * Returns `null` when the token is invalid. A nonce must be in the token and in the options, or in neither. Throws
   * `VendorUnavailable` without the provider's keys.
   */
  verify(idToken: string, options?: { nonce?: string | undefined }): Promise<IdentityToken | null>;
};
