import type { Identity } from '#shared/accounts/rules/users.ts';

/** What a good id token of the identity provider says. */
export type IdentityToken = {
  /** Names what was signed, however the token is written: two spellings of one token have one id. */
  id: string;
  /** With one spelling for each issuer. */
  identity: Identity;
  /** Normalised; `null` when the token has none. */
  email: string | null;
  /** Whether the provider says that the e-mail is this person's. */
  emailVerified: boolean;
  /** As the provider stores it. */
  fullName: string | null;
  /** Epoch milliseconds. */
  expiresAt: number;
};

export type IdentityTokens = {
  /**
   * What an id token says, or `null` for anything that is not a valid one made for us. A nonce has to be in both places or
   * in none. Throws `VendorUnavailable` when the provider's keys cannot be had.
   */
  verify(idToken: string, options?: { nonce?: string | undefined }): Promise<IdentityToken | null>;
};
