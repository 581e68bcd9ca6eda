import * as z from 'zod';
import type { IpNetworkId } from '#shared/accounts/ip-network-id.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import type { Users } from '#shared/accounts/store/users.ts';
import type { RateLimits } from '#shared/limits/rate-limits.ts';
import type { Secrets } from '#shared/secrets.ts';
import { invalid } from '#shared/values/errors.ts';
import { accountErrors } from '../errors.ts';
import { MfaCode } from '../second-factor/mfa-code.ts';
import { unusedSince } from '../second-factor/second-factor.ts';
import { mfaErrors, verifyMfa } from '../second-factor/verify-mfa.ts';
import { passwordErrors, verifyCurrentPassword } from './verify-current-password.ts';

/** Another person may use the owner's open session, so sensitive changes require a password or code. */
export const ownerProof = {
  password: z.string().max(1000).meta({ description: 'The current password.' }),
  mfa_code: MfaCode.nullish().meta({
    description:
      'Required if the account has a second factor: six digits of the authenticator app, or a recovery code. Each code works once.',
  }),
};

export const ownerErrors = [...passwordErrors, ...mfaErrors] as const;

type OwnerDeps = {
  limits: RateLimits;
  ipNetworkId: IpNetworkId;
  now(): number;
  secrets: Secrets;
  users: Users;
};

/** Failed proofs count like failed sign-ins. Makes two writes, or five with a second factor. */
export async function requireOwner(
  user: User,
  { password, mfa_code, sourceIp }: { password: string; mfa_code?: string | null | undefined; sourceIp: string },
  deps: OwnerDeps,
): Promise<Record<string, string>> {
  const code = requiredCode(user, mfa_code);
  const headers = await verifyCurrentPassword(user, { password, sourceIp }, deps);
  await useCode(user, { code, sourceIp }, deps);
  return headers;
}

export const requireSecondFactor = (
  user: User,
  { mfa_code, sourceIp }: { mfa_code?: string | null | undefined; sourceIp: string },
  deps: OwnerDeps,
) => useCode(user, { code: requiredCode(user, mfa_code), sourceIp }, deps);

function requiredCode({ mfa }: User, code: string | null | undefined): string {
  if (mfa && !code)
    throw invalid({
      type: 'missing',
      loc: ['body', 'mfa_code'],
      msg: 'Required: this account has a second factor',
    });
  return code ?? '';
}

async function useCode(user: User, guess: { code: string; sourceIp: string }, deps: OwnerDeps) {
  if (!user.mfa) return;
  const { mfa, attempt } = await verifyMfa(`user ${user.id}`, user, guess, deps);
  const isFirst = await deps.users.transactOrConflict([deps.users.changePart(user.id, { mfa }, unusedSince(user.mfa))]);
  if (!isFirst) throw await attempt.failed(accountErrors.wrong_mfa_code);
  await attempt.succeeded();
}
