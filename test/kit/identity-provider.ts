import { randomUUID } from 'node:crypto';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

const issuer = 'https://idp.example';
const clientId = 'client-of-the-tests';
const jwksUrl = 'https://idp.example/keys';

export type IdentityProvider = ReturnType<typeof newIdentityProvider>;
type ProviderKey = { privateKey: CryptoKey; alg: string; kid: string };

/** The identity provider: signs tokens, publishes its keys, and can be down. Only the way to it is a stand-in. */
export function newIdentityProvider(clock: { now: number }) {
  const published: JWK[] = [];
  let current: Promise<ProviderKey> | undefined;
  const provider = {
    env: { IDP_ISSUERS: issuer, IDP_CLIENT_IDS: clientId, IDP_JWKS_URL: jwksUrl },
    published,
    /** How often its keys were asked for. */
    asked: 0,
    isDown: false,

    /** Makes a key, publishes it, and signs with it from now on. */
    rotate(alg = 'ES256', kid: string = randomUUID()): Promise<ProviderKey> {
      current = (async () => {
        const { privateKey, publicKey } = await generateKeyPair(alg);
        published.push({ ...(await exportJWK(publicKey)), alg, kid, use: 'sig' });
        return { privateKey, alg, kid };
      })();
      return current;
    },

    /** An id token for us, good for an hour, of a person with a verified e-mail; `undefined` takes a claim out. */
    async idToken(
      claims: Record<string, unknown> = {},
      header: Record<string, unknown> = {},
      by?: ProviderKey,
    ) {
      const { privateKey, alg, kid } = by ?? (await (current ?? provider.rotate()));
      const at = Math.floor(clock.now / 1000);
      const usual = { iss: issuer, aud: clientId, iat: at, exp: at + 3600, jti: randomUUID() };
      const person = { sub: randomUUID(), email_verified: true };
      return new SignJWT({ ...usual, ...person, ...claims })
        .setProtectedHeader({ alg, kid, typ: 'JWT', ...header })
        .sign(privateKey);
    },

    /** Carries calls to it. */
    async fetch(url: unknown): Promise<Response> {
      if (String(url) !== jwksUrl) throw new Error('This leads nowhere.');
      provider.asked++;
      return provider.isDown ? new Response('down', { status: 502 }) : Response.json({ keys: published });
    },
  };
  return provider;
}
