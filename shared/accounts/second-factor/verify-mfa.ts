import type { IpNetworkId } from '#shared/accounts/ip-network-id.ts';
import { isKnownNetwork, type KnownNetworks } from '#shared/accounts/rules/known-networks.ts';
import type { Mfa, PendingMfa } from '#shared/accounts/rules/mfa.ts';
import type { RateLimits } from '#shared/limits/rate-limits.ts';
import type { Secrets } from '#shared/secrets.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { accountErrors } from '../errors.ts';
import { type SignInAttempt, signInAttempt } from '../sign-in-attempt.ts';
import { confirmedFactor, type Holder, mfaLimit, usedFactor } from './second-factor.ts';

export const mfaErrors = [accountErrors.wrong_mfa_code, accountErrors.too_many_attempts, serviceErrors.too_many_requests] as const;

export type MfaAccount = {
  email: string;
  knownNetworks?: KnownNetworks;
  mfa?: Mfa | null;
  pendingMfa?: PendingMfa | null;
};

type Guess = { code: string; sourceIp: string };
type ProofDeps = {
  limits: RateLimits;
  ipNetworkId: IpNetworkId;
  secrets: Pick<Secrets, 'seal' | 'open' | 'macs'>;
  now(): number;
};

export async function verifyMfa(
  name: Holder['holder'],
  { email, knownNetworks, mfa, pendingMfa }: MfaAccount,
  { code, sourceIp }: Guess,
  deps: ProofDeps,
): Promise<{ mfa: Mfa; attempt: SignInAttempt }> {
  const ipNetwork = await deps.ipNetworkId(sourceIp);
  const isKnown = isKnownNetwork(knownNetworks, ipNetwork, deps.now());
  const attempt = await signInAttempt(
    mfaLimit,
    {
      email: name,
      ipNetwork,
      isKnown,
      account: Number(name.split(' ')[1]),
      isOperator: !name.startsWith('user '),
    },
    deps,
  );
  const holder = { holder: name, email };
  const used = mfa ? await usedFactor(mfa, code, holder, deps) : pendingMfa && (await confirmedFactor(pendingMfa, code, holder, deps));
  if (used === 'used') throw await attempt.refused(accountErrors.wrong_mfa_code);
  if (!used) throw await attempt.failed(accountErrors.wrong_mfa_code);
  return { mfa: used, attempt };
}
