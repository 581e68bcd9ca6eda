export type Subjects = {
  access: number;
  operator: number;
  reset: number;
  mfa: number;
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
  validAfter?: number;
  sessionId?: string;
};

export type Tokens = {
  issue<T extends TokenType>(
    type: T,
    subject: Subjects[T],
    options?: { signedInAt?: number; validAfter?: number; sessionId?: string },
  ): Promise<{ token: string; expiresInSeconds: number }>;
  verify<T extends TokenType>(type: T, token: string): Promise<Claims<T> | null>;
};
