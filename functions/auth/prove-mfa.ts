import { confirmedFactor, mfaLimit, usedFactor } from '#shared/accounts/second-factor.ts';
import { type SignInAttempt, signInAttempt } from '#shared/accounts/sign-in-attempt.ts';
import type { AccountDeps } from '#shared/deps.ts';
import { isKnownNetwork } from '#shared/domain/known-networks.ts';
import type { Mfa } from '#shared/domain/mfa.ts';
import type { User } from '#shared/domain/users.ts';

/** What `proveMfa` throws. */
export const mfaErrors = ['wrong_mfa_code', 'too_many_attempts', 'too_many_requests'] as const;

type Guess = { code: string; sourceIp: string };
type ProofDeps = Pick<AccountDeps, 'limits' | 'networkId' | 'now' | 'secrets'>;

/**
 * Checks a code of an account's second factor, or of the one to be confirmed. Answers the factor after this use, to be
 * stored on the condition that no other request has used it, and the attempt, to be told how it ended.
 */
export async function proveMfa(
  user: User,
  { code, sourceIp }: Guess,
  deps: ProofDeps,
): Promise<{ mfa: Mfa; attempt: SignInAttempt }> {
  const network = await deps.networkId(sourceIp);
  const isKnown = isKnownNetwork(user.knownNetworks, network, deps.now());
  const attempt = await signInAttempt(mfaLimit, { email: String(user.id), network, isKnown }, deps);
  const holder = { holder: `user ${user.id}`, email: user.email } as const;
  const mfa = user.mfa
    ? await usedFactor(user.mfa, code, holder, deps)
    : user.pendingMfa && (await confirmedFactor(user.pendingMfa, code, holder, deps));
  if (!mfa) throw await attempt.failed('wrong_mfa_code');
  return { mfa, attempt };
}
