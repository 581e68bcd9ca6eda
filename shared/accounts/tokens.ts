/** What a token is good for, and what names its holder there. A token of one type never passes for another. */
export type Subjects = {
  /** The account's id. */
  access: number;
  /** The id of the operator's own account. */
  operator: number;
  /** The id of the account whose password may be set. */
  reset: number;
  /** The id of the account that has proved its first factor. */
  mfa: number;
  /** The id of the operator who has proved the first factor. */
  operator_mfa: number;
};
export type TokenType = keyof Subjects;

/** Times in epoch milliseconds. */
export type Claims<T extends TokenType = TokenType> = {
  subject: Subjects[T];
  issuedAt: number;
  signedInAt: number;
  expiresAt: number;
  id: string;
  /** The account's `tokensValidAfter` that it was issued under, if it says so. */
  validAfter?: number;
  /** The session of an access token. Tokens from before sessions existed have none. */
  sessionId?: string;
};

export type Tokens = {
  /** A signed token; `signedInAt` is the time of the authentication, now by default. */
  issue<T extends TokenType>(
    type: T,
    subject: Subjects[T],
    options?: { signedInAt?: number; validAfter?: number; sessionId?: string },
  ): Promise<{ token: string; expiresInSeconds: number }>;
  /** Its claims, or `null` for anything that is not a valid token of this type. */
  verify<T extends TokenType>(type: T, token: string): Promise<Claims<T> | null>;
};
