import { readFileSync, writeFileSync } from 'node:fs';
import { OAuth2Server } from 'oauth2-mock-server';

export type IdentityEngine = {
  /** The issuer. */
  endpoint: string;
  /** An id token with these claims over the usual ones, signed by the engine. */
  idToken(claims: Record<string, unknown>): Promise<string>;
  stop(): Promise<void>;
};

/** Starts the OpenID provider; its signing keys live in `file`, so that tokens stay good over a restart. */
export async function startIdentity(file: string): Promise<IdentityEngine> {
  const server = new OAuth2Server();
  const { keys } = server.issuer;
  const kept = keysIn(file);
  for (const key of kept) await keys.add(key);
  if (kept.length === 0) {
    await keys.generate('RS256');
    writeFileSync(file, JSON.stringify(keys.toJSON(true)), { mode: 0o600 });
  }
  await server.start(0, '127.0.0.1');
  const endpoint = `http://127.0.0.1:${server.address().port}`;
  server.issuer.url = endpoint;
  return {
    endpoint,
    idToken: (claims) =>
      server.issuer.buildToken({ scopesOrTransform: (_header, payload) => Object.assign(payload, claims) }),
    stop: () => server.stop(),
  };
}

function keysIn(file: string): Record<string, unknown>[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
}
