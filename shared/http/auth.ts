import { timingSafeEqual } from 'node:crypto';
import type { Deps } from '#shared/deps.ts';
import { sha256 } from '#shared/ids.ts';
import { log } from '#shared/log.ts';
import type { Actors, Auth } from './endpoint.ts';
import { fail } from './errors.ts';

/** What the auth kinds reach; a function is built with those that its endpoints need. */
export type AuthDeps = Partial<
  Pick<Deps, 'tokens' | 'users' | 'keys'> & {
    /** SHA-256 hashes (hex) of the tokens that are good. */
    operatorTokenHashes: readonly string[];
  }
>;
type Credentials = { header(name: string): string | undefined; body: unknown };

const challenge = { headers: { 'www-authenticate': 'Bearer' } };

const schemes: { [A in Auth]: (credentials: Credentials, deps: AuthDeps) => Promise<Actors[A]> } = {
  none: async () => null,

  async user(credentials, deps) {
    const { tokens, users } = needed(deps, 'tokens', 'users');
    const claims = await tokens.verify('access', bearer(credentials) ?? '');
    const user = claims && (await users.byId(claims.subject));
    if (!claims || !user?.isActive || claims.issuedAt < user.tokensValidAfter)
      throw fail('unauthenticated', challenge);
    return { userId: user.id, user, signedInAt: claims.signedInAt };
  },

  async operator({ header }, deps) {
    const { operatorTokenHashes } = needed(deps, 'operatorTokenHashes');
    const given = Buffer.from(sha256(header('x-svc-dev-token') ?? ''), 'hex');
    // Every hash is compared, so that the time taken says nothing about the list.
    const matches = operatorTokenHashes.filter((hash) => {
      const known = Buffer.from(hash, 'hex');
      return known.length === given.length && timingSafeEqual(known, given);
    });
    const [match] = matches;
    if (!header('x-svc-dev-token') || !match) throw fail('unauthenticated');
    return { tokenId: match.slice(0, 12) };
  },

  async conversionKey(credentials, deps) {
    const { keys } = needed(deps, 'keys');
    const key = bearer(credentials) ?? '';
    if (key.startsWith('pk_')) throw fail('public_key_not_accepted', challenge);
    const caller = await keys.secretCaller(key);
    if (!caller) throw fail('unauthenticated', challenge);
    // Only browsers send an origin, and a secret key has no business there. The event is taken all the same.
    const origin = credentials.header('origin');
    if (origin)
      await keys
        .exposed(caller, { origin, ending: key.slice(-4) })
        .catch((error: Error) => log.warn('exposed key not reported', { key_id: caller.keyId, error }));
    return caller;
  },

  async pixelKey({ body, header }, deps) {
    const { keys } = needed(deps, 'keys');
    const key = typeof body === 'object' && body !== null && 'key' in body ? body.key : undefined;
    const caller = await keys.pixelCaller(typeof key === 'string' ? key : '');
    if (!caller)
      throw fail('unauthenticated', { detail: 'The body needs `key`: a valid public pixel key (pk_…).' });
    const origin = header('origin');
    if (origin && caller.allowedOrigins.length > 0 && !caller.allowedOrigins.includes(origin))
      throw fail('origin_not_allowed');
    return caller;
  },
};

export const authenticate = <A extends Auth>(
  auth: A,
  credentials: Credentials,
  deps: AuthDeps,
): Promise<Actors[A]> => schemes[auth](credentials, deps);

const bearer = ({ header }: Credentials) => /^Bearer +(\S+) *$/i.exec(header('authorization') ?? '')?.[1];

/** A function that was built without what its endpoints' auth kind needs is a programmer's error. */
function needed<K extends keyof AuthDeps>(deps: AuthDeps, ...names: K[]) {
  for (const name of names)
    if (deps[name] === undefined) throw new Error(`This function was built without ${name}.`);
  return deps as Required<Pick<AuthDeps, K>>;
}
