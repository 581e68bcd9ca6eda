/** The subject of each type of token. A token is valid for one type only. */
export type Subjects = {
  access: number;
  operator: number;
  /** The ID of the account whose password may be set. */
  reset: number;
  /** The ID of the account with a verified first factor. */
  mfa: number;
  /** The ID of the operator with a verified first factor. */
  operator_mfa: number;
};
export type TokenType = keyof Subjects;

/** Times are epoch milliseconds. */
export type Claims<T extends TokenType = TokenType> = {
  subject: Subjects[T];
  issuedAt: number;
  signedInAt: number;
  expiresAt: number;
  id: string;
  /** The account's `tokensValidAfter` at the issue, if the token has it. */
  validAfter?: number;
  /** The session of an access token. Tokens from before sessions have none. */
  sessionId?: string;
};

export type Tokens = {
  /** Issues a signed token. `signedInAt` is the time of the authentication, by default now. */
  issue<T extends TokenType>(
    type: T,
    subject: Subjects[T],
    options?: { signedInAt?: number; validAfter?: number; sessionId?: string },
  ): Promise<{ token: string; expiresInSeconds: number }>;
  /** Returns the claims of a valid token of this type, or `null`. */
  verify<T extends TokenType>(type: T, token: string): Promise<Claims<T> | null>;
};
