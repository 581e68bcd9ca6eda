import { createHash, randomUUID } from 'node:crypto';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

const issuer = 'https://idp.example';
const clientId = 'client-of-the-tests';
const jwksUrl = 'https://idp.example/keys';
const authorizationUrl = 'https://idp.example/authorize';
const tokenUrl = 'https://idp.example/token';
const clientSecret = 'local';

export type IdentityProvider = ReturnType<typeof newIdentityProvider>;
type Asked = { code_challenge: string; redirect_uri: string; nonce: string };
type ProviderKey = { privateKey: CryptoKey; alg: string; kid: string };

export function newIdentityProvider(clock: { now: number }) {
  const published: JWK[] = [];
  const codes = new Map<unknown, { asked: Asked; claims: Record<string, unknown> }>();
  let current: Promise<ProviderKey> | undefined;
  const provider = {
    env: { IDP_ISSUERS: issuer, IDP_CLIENT_IDS: clientId, IDP_JWKS_URL: jwksUrl },
    consoleEnv: {
      IDP_CONSOLE: JSON.stringify({
        name: 'Example',
        client_id: clientId,
        authorization_url: authorizationUrl,
        token_url: tokenUrl,
      }),
    },
    isPublic: false,
    published,
    asked: 0,
    isDown: false,
    refuses: null as { status: number; error: string | undefined } | null,

    rotate(alg = 'ES256', kid: string = randomUUID()): Promise<ProviderKey> {
      current = (async () => {
        const { privateKey, publicKey } = await generateKeyPair(alg);
        published.push({ ...(await exportJWK(publicKey)), alg, kid, use: 'sig' });
        return { privateKey, alg, kid };
      })();
      return current;
    },

    /** A claim with the value `undefined` is removed from the token. */
    async idToken(claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}, by?: ProviderKey) {
      const { privateKey, alg, kid } = by ?? (await (current ?? provider.rotate()));
      const at = Math.floor(clock.now / 1000);
      const usual = { iss: issuer, aud: clientId, iat: at, exp: at + 3600, jti: randomUUID() };
      const person = { sub: randomUUID(), email_verified: true };
      return new SignJWT({ ...usual, ...person, ...claims }).setProtectedHeader({ alg, kid, typ: 'JWT', ...header }).sign(privateKey);
    },

    code(asked: Asked, claims: Record<string, unknown>): string {
      const code = randomUUID();
      codes.set(code, { asked, claims });
      return code;
    },

    async token(form: URLSearchParams, authorization: string | null): Promise<Response> {
      const refusal = (status: number, error: string) => Response.json({ error }, { status });
      const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
      const isKnown = provider.isPublic ? form.get('client_id') === clientId && authorization === null : authorization === basic;
      const { refuses } = provider;
      if (refuses) return Response.json({ error: refuses.error }, { status: refuses.status });
      if (!isKnown) return refusal(401, 'invalid_client');
      const { asked, claims } = codes.get(form.get('code')) ?? {};
      codes.delete(form.get('code'));
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (
        form.get('grant_type') !== 'authorization_code' ||
        asked?.code_challenge !== challenge ||
        asked.redirect_uri !== form.get('redirect_uri')
      )
        return refusal(400, 'invalid_grant');
      const id_token = await provider.idToken({ ...claims, nonce: asked.nonce });
      return Response.json({ access_token: 'not-used', token_type: 'Bearer', id_token });
    },

    async fetch(url: unknown, init: RequestInit = {}): Promise<Response> {
      if (String(url) === tokenUrl && init.method === 'POST')
        return provider.isDown
          ? new Response('down', { status: 502 })
          : provider.token(init.body as URLSearchParams, new Headers(init.headers).get('authorization'));
      if (String(url) !== jwksUrl) throw new Error('This leads nowhere.');
      provider.asked++;
      return provider.isDown ? new Response('down', { status: 502 }) : Response.json({ keys: published });
    },
  };
  return provider;
}
