import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { OAuth2Issuer, OAuth2Service } from 'oauth2-mock-server';
import { sha256 } from '#shared/values/ids.ts';
import { listen } from '../listen.ts';
import { refuseForeign } from '../refuse-foreign.ts';

/** The issuer of its id tokens: the address changes with every start, and a person has to stay who they are. */
export const localIssuer = 'https://idp.adtrail.example';
/** Our name there. */
export const localClientId = 'adtrail-local';

export type IdentityEngine = {
  endpoint: string;
  /**
   * An id token for our client, good for an hour, with these claims over the usual ones. Without e-mail and subject it is
   * that of a made-up person; a subject that is not given follows from the e-mail.
   */
  idToken(claims: Record<string, unknown>): Promise<string>;
  stop(): Promise<void>;
};

/** Starts the OpenID provider; its signing keys live in `file`, so that tokens stay good over a restart. */
export async function startIdentity(file: string): Promise<IdentityEngine> {
  const issuer = new OAuth2Issuer();
  const service = new OAuth2Service(issuer);
  const { keys } = issuer;
  const kept = keysIn(file);
  for (const key of kept) await keys.add(key);
  if (kept.length === 0) {
    await keys.generate('RS256');
    writeFileSync(file, JSON.stringify(keys.toJSON(true)), { mode: 0o600 });
  }
  const door = createServer(service.requestHandler);
  refuseForeign(door);
  const endpoint = `http://127.0.0.1:${await listen(door, 0)}`;
  issuer.url = endpoint;
  return {
    endpoint,
    idToken: (claims) =>
      issuer.buildToken({
        scopesOrTransform: (_header, payload) => Object.assign(payload, usualClaims(claims), claims),
      }),
    stop: () =>
      new Promise((resolve) => {
        door.close(() => resolve());
        door.closeAllConnections();
      }),
  };
}

function usualClaims({ email, sub }: Record<string, unknown>) {
  const person = { email: 'grace@company.example', email_verified: true, name: 'Grace Example' };
  return {
    iss: localIssuer,
    aud: localClientId,
    // Two tokens of one second are two.
    jti: randomUUID(),
    sub: sha256(String(email ?? person.email)).slice(0, 21),
    ...(email === undefined && sub === undefined && person),
  };
}

function keysIn(file: string): Record<string, unknown>[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
}
