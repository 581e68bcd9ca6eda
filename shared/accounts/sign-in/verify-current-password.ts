import type { IpNetworkId } from '#shared/accounts/ip-network-id.ts';
import { isKnownNetwork } from '#shared/accounts/rules/known-networks.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import { verifyPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import type { RateLimits } from '#shared/limits/rate-limits.ts';
import { fail } from '#shared/values/errors.ts';
import { accountErrors } from '../errors.ts';
import { signInAttempt } from '../sign-in-attempt.ts';
import { loginLimit } from './login-limit.ts';

export const passwordErrors = [accountErrors.wrong_password, accountErrors.no_password, accountErrors.too_many_failures] as const;

/** A wrong password counts like a failed sign-in. Makes two writes. */
export async function verifyCurrentPassword(
  user: User,
  { password, sourceIp }: { password: string; sourceIp: string },
  deps: { limits: RateLimits; ipNetworkId: IpNetworkId; now(): number },
): Promise<Record<string, string>> {
  if (user.passwordHash === null) throw fail(accountErrors.no_password);
  const ipNetwork = await deps.ipNetworkId(sourceIp);
  const isKnown = isKnownNetwork(user.knownNetworks, ipNetwork, deps.now());
  const attempt = await signInAttempt(loginLimit, { email: user.email, ipNetwork, isKnown, account: user.id }, deps);
  const { isRight } = await verifyPassword(password, user.passwordHash);
  if (!isRight) throw await attempt.failed(accountErrors.wrong_password);
  return await attempt.succeeded();
}
