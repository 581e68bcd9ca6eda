/** What a token is good for. A token of one type never passes for another. */
export type TokenType = 'access' | 'operator' | 'reset';

/** Times in epoch milliseconds. */
export type Claims = { subject: number; issuedAt: number; signedInAt: number; expiresAt: number; id: string };

export type Tokens = {
  /** A signed token; `signedInAt` is when its holder proved who they are, now unless told. */
  issue(
    type: TokenType,
    subject: number,
    options?: { signedInAt?: number | undefined },
  ): Promise<{ token: string; expiresInSeconds: number }>;
  /** Its claims, or `null` for anything that is not a valid token of this type. */
  verify(type: TokenType, token: string): Promise<Claims | null>;
};
