import { timingSafeEqual } from 'node:crypto';
import type { Claims } from '#shared/accounts/tokens.ts';
import { operatorErrors } from '#shared/operators/errors.ts';
import type { DevUser } from '#shared/operators/store/dev-users.ts';
import { latestAhead } from '#shared/values/ahead.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { sha256 } from '#shared/values/ids.ts';
import type { Actors, Auth, Operator } from './actors.ts';
import { type AuthDeps, type Credentials, needed } from './credentials.ts';

export async function operatorOfToken(token: string, deps: AuthDeps): Promise<DevUser | null> {
  const { tokens, devUsers } = needed(deps, 'tokens', 'devUsers');
  const claims = await tokens.verify('operator', token);
  const devUser = claims && (await devUsers.byId(claims.subject));
  return claims && devUser?.isActive && !isEnded(claims, devUser, deps.now?.() ?? Date.now()) ? devUser : null;
}

/** If a wrong clock set a future end of sessions, only the token's own time counts. */
const isEnded = ({ signedInAt, validAfter }: Claims<'operator'>, { tokensValidAfter = 0 }: DevUser, now: number) =>
  validAfter === undefined
    ? signedInAt < tokensValidAfter
    : validAfter !== tokensValidAfter || (signedInAt < tokensValidAfter && tokensValidAfter <= latestAhead(now, 0));

export async function operatorOf(
  name: 'x-svc-dev-token' | 'x-dev-token',
  { header }: Pick<Credentials, 'header'>,
  deps: AuthDeps,
): Promise<Operator | null> {
  const { operatorTokenHashes, operatorMfaRequired } = needed(deps, 'operatorTokenHashes', 'operatorMfaRequired');
  const token = header(name);
  if (!token) return null;
  const tokenId = operatorTokenId(token, operatorTokenHashes);
  if (tokenId) return { by: { kind: 'operator_token', id: tokenId }, role: 'write' };
  const devUser = await operatorOfToken(token, deps);
  if (!devUser) return null;
  if (operatorMfaRequired && !devUser.mfa) throw fail(operatorErrors.mfa_enrollment_required);
  return { by: { kind: 'operator', id: String(devUser.id) }, role: devUser.role ?? 'read' };
}

export function assertMayOperate({ auth, method }: { auth: Auth; method: string }, actor: Actors[Auth]): void {
  const isOperated = auth === 'operator' || auth === 'devToken';
  if (isOperated && method !== 'GET' && (actor as Operator).role === 'read') throw fail(serviceErrors.forbidden);
}

function operatorTokenId(token: string | undefined, hashes: readonly string[]): string | null {
  const givenHash = Buffer.from(sha256(token ?? ''), 'hex');
  // Every hash is compared, so the response time reveals nothing about the list.
  const [match] = hashes.filter((hash) => {
    const expectedHash = Buffer.from(hash, 'hex');
    return expectedHash.length === givenHash.length && timingSafeEqual(expectedHash, givenHash);
  });
  return token && match ? match.slice(0, 12) : null;
}
