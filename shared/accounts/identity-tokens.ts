import type { Identity } from '#shared/accounts/rules/users.ts';

export type IdentityToken = {
  /** Identifies the signed content, so two spellings of one token have the same ID. */
  id: string;
  /** Each issuer has one spelling. */
  identity: Identity;
  /** Normalised; `null` without an e-mail. */
  email: string | null;
  /** The provider confirms that the e-mail belongs to the user. */
  emailVerified: boolean;
  /** The name as the provider stores it. */
  fullName: string | null;
  /** Epoch milliseconds. */
  expiresAt: number;
};

export type IdentityTokens = {
  /**
   * Returns the claims of a valid ID token for our client, or `null`. A nonce must be in the token and in the
   * options, or in neither. Throws `VendorUnavailable` if the provider's keys are not available.
   */
  verify(idToken: string, options?: { nonce?: string | undefined }): Promise<IdentityToken | null>;
};
