import { createPublicKey, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Secrets } from '#shared/secrets.ts';
import { hourInSeconds } from '#shared/values/durations.ts';

const lifetimeSeconds = hourInSeconds;

type Settings = { secrets: Pick<Secrets, 'deckKeys'>; issuer: string; now: () => number };

/** The tokens have Ed25519 signatures (RFC 8037), so the sales deck's server can verify but not create them. */
export const deckTokens = ({ secrets, issuer, now }: Settings) => ({
  /** `subject` is the SHA-256 (hex) of the e-mail address. */
  async issue(subject: string): Promise<{ token: string; expiresInSeconds: number }> {
    const [key] = await secrets.deckKeys();
    if (!key) throw new Error('There is no key to sign with.');
    const issuedAt = now() / 1000;
    const token = await new SignJWT({ auth_time: issuedAt })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: key.kid })
      .setIssuer(issuer)
      .setAudience(`${issuer}:deck`)
      .setSubject(subject)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifetimeSeconds)
      .setJti(randomUUID())
      .sign(key.privateKey);
    return { token, expiresInSeconds: lifetimeSeconds };
  },

  async publicKeys() {
    return (await secrets.deckKeys()).map(({ kid, privateKey }) => {
      const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
      return { kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA', kid, x } as const;
    });
  },
});
