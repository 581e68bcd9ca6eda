import { accountErrors } from '#shared/accounts/errors.ts';
import { ipNetworkId } from '#shared/accounts/needs.ts';
import { isKnownNetwork } from '#shared/accounts/rules/known-networks.ts';
import { verifyPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { signInAttempt } from '#shared/accounts/sign-in-attempt.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { limits } from '#shared/limits/needs.ts';
import type { DevUser } from '#shared/operators/store/dev-users.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { operatorLoginLimit } from './login-limit.ts';

export const verifyCurrentPasswordNeeds = { ipNetworkId, limits };
type Deps = DepsOf<typeof verifyCurrentPasswordNeeds>;

export const passwordErrors = [accountErrors.wrong_password, accountErrors.too_many_failures, serviceErrors.too_many_requests] as const;

/** A wrong password counts like a failed sign-in. The check makes two writes. */
export async function verifyCurrentPassword(
  { id, email, passwordHash, knownNetworks }: DevUser,
  { password, sourceIp }: { password: string; sourceIp: string },
  { limits, ipNetworkId, now }: Deps,
): Promise<Record<string, string>> {
  const ipNetwork = await ipNetworkId(sourceIp);
  const isKnown = isKnownNetwork(knownNetworks, ipNetwork, now());
  const attempt = await signInAttempt(operatorLoginLimit, { email, ipNetwork, isKnown, account: id, isOperator: true }, { limits });
  const { isRight } = await verifyPassword(password, passwordHash);
  if (!isRight) throw await attempt.failed(accountErrors.wrong_password);
  return await attempt.succeeded();
}
