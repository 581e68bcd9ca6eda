import { hasSession } from '#shared/accounts/rules/user-sessions.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import type { Claims } from '#shared/accounts/tokens.ts';
import { apiKeyErrors } from '#shared/api-keys/errors.ts';
import type { ReadCaller } from '#shared/api-keys/rules/keys.ts';
import type { ApiKeys } from '#shared/api-keys/store/api-keys.ts';
import { log } from '#shared/log.ts';
import { ApiError, fail, serviceErrors } from '#shared/values/errors.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';
import type { Actors, Auth, Operator } from './actors.ts';
import { type AuthDeps, bearer, type Credentials, challenge, needed } from './credentials.ts';
import { operatorOf, operatorOfToken } from './operators.ts';
import { signedByBilling, signedByPartner } from './webhook.ts';

const schemes: { [A in Auth]: (credentials: Credentials, deps: AuthDeps) => Promise<Actors[A]> } = {
  none: async () => null,

  async user(credentials, deps) {
    const { tokens, users } = needed(deps, 'tokens', 'users');
    const claims = await tokens.verify('access', bearer(credentials) ?? '');
    const user = claims && (await users.byId(claims.subject));
    if (!claims || !user?.isActive || isEnded(claims, user)) throw fail(serviceErrors.unauthenticated, challenge);
    const { signedInAt, sessionId } = claims;
    return { accountId: ownAccountOf(user.id), userId: user.id, user, signedInAt, sessionId };
  },

  async optionalUser(credentials, deps) {
    if (!bearer(credentials)) return null;
    try {
      return await schemes.user(credentials, deps);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },

  async view(credentials, deps) {
    const actor = await schemes.user(credentials, deps);
    return { ...actor, viewer: { kind: 'self' }, owner: actor.user };
  },

  async report(credentials, deps) {
    const token = bearer(credentials);
    const key = token?.startsWith('rk_') || token === undefined ? (token ?? credentials.queryKey) : undefined;
    if (key === undefined) return await schemes.view(credentials, deps);
    const { keys, now } = needed(deps, 'keys', 'now');
    const readKey = await keys.readCaller(key);
    if (!readKey) throw fail(serviceErrors.unauthenticated, challenge);
    await recordUse(readKey, keys, now());
    return { accountId: readKey.accountId, readKey };
  },

  async viewOrKey(credentials, deps) {
    if (!bearer(credentials)?.startsWith('sk_')) return await schemes.view(credentials, deps);
    const secretKey = await schemes.conversionKey(credentials, deps);
    return { accountId: secretKey.accountId, secretKey };
  },

  operator: (credentials, deps) => asOperator('x-svc-dev-token', credentials, deps),
  devToken: (credentials, deps) => asOperator('x-dev-token', credentials, deps),

  async devUser(credentials, deps) {
    const devUser = await operatorOfToken(bearer(credentials) ?? '', deps);
    if (!devUser) throw fail(serviceErrors.unauthenticated, challenge);
    return { devUserId: devUser.id, devUser };
  },

  async conversionKey(credentials, deps) {
    const { keys } = needed(deps, 'keys');
    const key = bearer(credentials) ?? '';
    if (key.startsWith('pk_')) throw fail(apiKeyErrors.public_key_not_accepted, challenge);
    const caller = await keys.secretCaller(key);
    if (!caller) throw fail(serviceErrors.unauthenticated, challenge);
    // Only browsers send an origin, so the key is exposed unless the documentation's user typed it.
    const origin = credentials.header('origin');
    if (origin && credentials.header('x-adtrail-docs') === undefined)
      await keys
        .exposed(caller, { origin, ending: key.slice(-4) })
        .catch((error: Error) => log.warn('exposed key not reported', { key_id: caller.keyId, error }));
    return caller;
  },

  async readKey(credentials, deps) {
    const { keys } = needed(deps, 'keys');
    const key = bearer(credentials) ?? '';
    if (key.startsWith('sk_'))
      throw fail(serviceErrors.unauthenticated, {
        ...challenge,
        detail: 'This is a secret key, which can send events. Create a read-only key (rk_…) for an assistant.',
      });
    const caller = await keys.readCaller(key);
    if (!caller) throw fail(serviceErrors.unauthenticated, challenge);
    return caller;
  },

  async pixelKey({ body, header }, deps) {
    const { keys } = needed(deps, 'keys');
    const key = typeof body === 'object' && body !== null && 'key' in body ? body.key : undefined;
    const caller = await keys.pixelCaller(typeof key === 'string' ? key : '');
    if (!caller)
      throw fail(serviceErrors.unauthenticated, {
        detail: 'The body needs `key`: a valid public pixel key (pk_…).',
      });
    const origin = header('origin');
    if (origin && caller.allowedOrigins.length > 0 && !caller.allowedOrigins.includes(origin)) throw fail(apiKeyErrors.origin_not_allowed);
    return caller;
  },

  billingSignature: signedByBilling,
  partnerSignature: signedByPartner,
};

async function recordUse({ accountId, keyId }: ReadCaller, keys: ApiKeys, at: number): Promise<void> {
  await keys
    .used(accountId, keyId, new Date(at).toISOString())
    .catch((error: Error) => log.warn('use of a key not recorded', { key_id: keyId, error }));
}

/** A session that ends also ends its tokens and the requests in progress. */
function isEnded({ signedInAt, validAfter, sessionId }: Claims<'access'>, user: User): boolean {
  if (sessionId !== undefined) return !hasSession(user, sessionId);
  const { tokensValidAfter } = user;
  return signedInAt < tokensValidAfter || (validAfter !== undefined && validAfter !== tokensValidAfter);
}

export const authenticate = <A extends Auth>(auth: A, credentials: Credentials, deps: AuthDeps): Promise<Actors[A]> =>
  schemes[auth](credentials, deps);

async function asOperator(...parameters: Parameters<typeof operatorOf>): Promise<Operator> {
  const operator = await operatorOf(...parameters);
  if (!operator) throw fail(serviceErrors.unauthenticated);
  return operator;
}
