import { errors, type JSONWebKeySet, jwtVerify } from 'jose';
import * as z from 'zod';
import { normalizedEmail } from '#shared/accounts/rules/email.ts';
import type { IdentityTokens } from '#shared/accounts/sign-in/identity-tokens.ts';
import { sha256 } from '#shared/values/ids.ts';
import { cachedJwks } from './cached-jwks.ts';

type Settings = {
  load: () => Promise<JSONWebKeySet>;
  issuers: readonly string[];
  clientIds: readonly string[];
  /** The time is in epoch milliseconds. */
  now: () => number;
};

const toleranceSeconds = 60;

const Claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  email: z.string().optional().catch(undefined),
  // Some providers send the text "true" in place of the boolean.
  email_verified: z.literal([true, 'true']).optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  nonce: z.string().optional(),
});

export function jwksIdentityTokens({ load, issuers, clientIds, now }: Settings): IdentityTokens {
  const keys = cachedJwks({ load, now });
  const verified = async (idToken: string) => {
    const { payload } = await jwtVerify(idToken, keys, {
      algorithms: ['RS256', 'ES256'],
      issuer: [...issuers],
      audience: [...clientIds],
      requiredClaims: ['iss', 'sub', 'aud', 'iat', 'exp'],
      clockTolerance: toleranceSeconds,
      // The maximum age rejects tokens from the future and long-lived tokens.
      maxTokenAge: 86_400,
      currentDate: new Date(now()),
    });
    return Claims.safeParse(payload).data ?? null;
  };

  return {
    async verify(idToken, { nonce } = {}) {
      if (clientIds.length === 0) return null;
      const claims = await verified(idToken).catch(ofTheToken);
      if (!claims || claims.nonce !== nonce) return null;
      // A client of an unknown audience could use the token as well, so it is rejected.
      if ([claims.aud].flat().some((audience) => !clientIds.includes(audience))) return null;
      const { iss, sub, exp, email, email_verified, name } = claims;
      return {
        // A signature can be written in several ways, so the token's ID excludes it.
        id: sha256(idToken.slice(0, idToken.lastIndexOf('.'))),
        identity: { issuer: iss.includes('://') ? iss : `https://${iss}`, subject: sub },
        email: email === undefined ? null : normalizedEmail(email),
        emailVerified: email_verified !== undefined,
        fullName: name ?? null,
        expiresAt: (exp + toleranceSeconds) * 1000,
      };
    },
  };
}

function ofTheToken(error: unknown): null {
  if (error instanceof errors.JOSEError) return null;
  throw error;
}
