import { randomUUID } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import type { Claims, Subjects, Tokens, TokenType } from '#shared/accounts/tokens.ts';
import type { Secrets } from '#shared/secrets.ts';

const lifetimeSeconds: Record<TokenType, number> = {
  access: 86_400,
  operator: 28_800,
  reset: 600,
  mfa: 300,
  operator_mfa: 300,
};

const numeric = (sub: string) => (Number.isSafeInteger(Number(sub)) ? Number(sub) : null);
const subjectOf: { [T in TokenType]: (sub: string) => Subjects[T] | null } = {
  access: numeric,
  operator: numeric,
  reset: numeric,
  mfa: numeric,
  operator_mfa: numeric,
};

/** Functions that serve users cannot create operators' tokens. */
const signedBy = {
  access: 'sessions',
  reset: 'sessions',
  mfa: 'sessions',
  operator: 'operators',
  operator_mfa: 'operators',
} as const;

type Settings = { secrets: Pick<Secrets, 'jwtKeys'>; issuer: string; now: () => number };

/** A password change separates older tokens by the milliseconds of `iat` (RFC 7519 allows them). */
export const jwtTokens = ({ secrets, issuer, now }: Settings): Tokens => ({
  async issue(type, subject, { signedInAt = now(), validAfter, sessionId } = {}) {
    const [key] = await secrets.jwtKeys(signedBy[type]);
    if (!key) throw new Error('There is no key to sign with.');
    const issuedAt = now() / 1000;
    const token = await new SignJWT({
      auth_time: signedInAt / 1000,
      ...(validAfter !== undefined && { valid_after: validAfter }),
      ...(sessionId !== undefined && { sid: sessionId }),
    })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: key.kid })
      .setIssuer(issuer)
      .setAudience(audience(issuer, type))
      .setSubject(String(subject))
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifetimeSeconds[type])
      .setJti(randomUUID())
      .sign(key.secret);
    return { token, expiresInSeconds: lifetimeSeconds[type] };
  },

  async verify<T extends TokenType>(type: T, token: string): Promise<Claims<T> | null> {
    const keys = await secrets.jwtKeys(signedBy[type]);
    try {
      const { kid } = decodeProtectedHeader(token);
      const key = keys.find((candidate) => candidate.kid === kid);
      if (!key) return null;
      const { payload } = await jwtVerify(token, key.secret, {
        algorithms: ['HS256'],
        issuer,
        audience: audience(issuer, type),
        requiredClaims: ['sub', 'iat', 'exp', 'jti', 'auth_time'],
        currentDate: new Date(now()),
      });
      const { sub, iat, exp, jti, auth_time, valid_after, sid } = payload as {
        sub: string;
        iat: number;
        exp: number;
        jti: string;
        auth_time: number;
        valid_after?: number;
        sid?: string;
      };
      const subject = subjectOf[type](sub);
      if (subject === null || typeof auth_time !== 'number') return null;
      // Only the service signs its tokens, so a longer lifetime would be its own error.
      if (exp - iat > lifetimeSeconds[type] + 1) return null;
      const times = { issuedAt: ms(iat), expiresAt: ms(exp), signedInAt: ms(auth_time) };
      return {
        subject,
        id: jti,
        ...times,
        ...(valid_after !== undefined && { validAfter: valid_after }),
        ...(sid !== undefined && { sessionId: sid }),
      };
    } catch (error) {
      // Only errors of the library `jose` mean an invalid token.
      if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_J')) return null;
      if (error instanceof TypeError) return null;
      throw error;
    }
  },
});

const audience = (issuer: string, type: TokenType) => `${issuer}:${type}`;
const ms = (seconds: number) => Math.round(seconds * 1000);
