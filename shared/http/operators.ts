import type { Claims } from '#shared/accounts/tokens.ts';
import type { DevUser } from '#shared/operators/store/dev-users.ts';
import { latestAhead } from '#shared/values/ahead.ts';
import { fail } from '#shared/values/errors.ts';
import type { Actors, Auth, Operator } from './actors.ts';
import { type AuthDeps, type Credentials, needed } from './credentials.ts';
import { operatorTokenId } from './operator-token.ts';

/** The operator whose access token it is; `null` for every other text, and for one who was deactivated. One read. */
export async function operatorOfToken(token: string, deps: AuthDeps): Promise<DevUser | null> {
  const { tokens, devUsers } = needed(deps, 'tokens', 'devUsers');
  const claims = await tokens.verify('operator', token);
  const devUser = claims && (await devUsers.byId(claims.subject));
  return claims && devUser?.isActive && !isEnded(claims, devUser, deps.now?.() ?? Date.now())
    ? devUser
    : null;
}

/** An end that is still to come is from a clock that was wrong: then only the end that a token names tells. */
const isEnded = (
  { signedInAt, validAfter }: Claims<'operator'>,
  { tokensValidAfter = 0 }: DevUser,
  now: number,
) =>
  validAfter === undefined
    ? signedInAt < tokensValidAfter
    : validAfter !== tokensValidAfter ||
      (signedInAt < tokensValidAfter && tokensValidAfter <= latestAhead(now, 0));

/**
 * Who operates by a header that takes a configured operator token or an operator's access token; `null` when it holds
 * neither. Throws `mfa_enrollment_required` for an operator who must have a second factor and has none.
 */
export async function operatorOf(
  name: 'x-svc-dev-token' | 'x-dev-token',
  { header }: Pick<Credentials, 'header'>,
  deps: AuthDeps,
): Promise<Operator | null> {
  const { operatorTokenHashes, operatorMfaRequired } = needed(
    deps,
    'operatorTokenHashes',
    'operatorMfaRequired',
  );
  const given = header(name);
  if (!given) return null;
  const tokenId = operatorTokenId(given, operatorTokenHashes);
  if (tokenId) return { by: { kind: 'operator_token', id: tokenId }, role: 'write' };
  const devUser = await operatorOfToken(given, deps);
  if (!devUser) return null;
  if (operatorMfaRequired && !devUser.mfa) throw fail('mfa_enrollment_required');
  return { by: { kind: 'operator', id: String(devUser.id) }, role: devUser.role ?? 'read' };
}

/** Throws `forbidden` when an operator who may only read calls what writes. */
export function assertMayOperate(
  { auth, method }: { auth: Auth; method: string },
  actor: Actors[Auth],
): void {
  const isOperated = auth === 'operator' || auth === 'devToken';
  if (isOperated && method !== 'GET' && (actor as Operator).role === 'read') throw fail('forbidden');
}
