import { Secret, TOTP } from 'otpauth';
import type { Mfa, PendingMfa } from '#shared/accounts/rules/mfa.ts';
import type { Secrets } from '#shared/secrets.ts';
import { hourInSeconds } from '#shared/values/durations.ts';
import { randomText } from '#shared/values/ids.ts';
import { service } from '#shared/values/service.ts';
import type { SignInLimit } from './sign-in-attempt.ts';

/** Wrong codes of an account's second factor. */
export const mfaLimit: SignInLimit = {
  ...{ name: 'mfa', perNetwork: 10, perEmail: 30, windowSeconds: hourInSeconds },
  refusal: 'too_many_attempts',
};

const recoveryCodesOfAccount = 10;
/** Over 112 bits, so that a fast hash keeps them. */
const recoveryCodeLength = 24;
/** Steps before and after the current one whose codes are accepted: clocks differ. */
const window = 1;

type SecretDeps = { secrets: Pick<Secrets, 'seal' | 'open' | 'macs'> };
/** Whose factor it is; `user 1` and `operator 1` are not the same. */
export type Holder = { holder: `user ${number}` | `operator ${number}`; email: string };

const totpOf = (secret: Secret, label: string) =>
  new TOTP({ issuer: service.name, label, algorithm: 'SHA1', digits: 6, period: 30, secret });

const sealContext = (holder: string) => `mfa ${holder}`;
/** The first is what is stored of a new code. */
const recoveryMacs = (holder: string, code: string, { secrets }: SecretDeps) =>
  secrets.macs(`recovery code ${JSON.stringify([holder, code])}`);

/** What a person types in its one form: without blanks and dashes. */
const plainCode = (given: string) => given.replace(/[\s-]/g, '').toLowerCase();

/** A new factor to be confirmed: what is stored of it, and what its owner is shown once. */
export async function newSecondFactor({ holder, email }: Holder, deps: SecretDeps) {
  const secret = new Secret({ size: 20 });
  const codes = Array.from({ length: recoveryCodesOfAccount }, () =>
    randomText(recoveryCodeLength).toLowerCase(),
  );
  const pending: PendingMfa = {
    secret: await deps.secrets.seal(sealContext(holder), secret.base32),
    recoveryCodes: await Promise.all(
      codes.map(async (code) => (await recoveryMacs(holder, code, deps))[0] as string),
    ),
  };
  return {
    pending,
    shown: {
      secret: secret.base32,
      otpauth_url: totpOf(secret, email).toString(),
      recovery_codes: codes.map((code) => code.replace(/.{6}(?!$)/g, '$&-')),
    },
  };
}

/** The time step of a TOTP code; `null` when it is wrong. */
async function stepOf(
  given: string,
  { holder, email }: Holder,
  { secret, now }: { secret: string; now: number },
  { secrets }: SecretDeps,
): Promise<number | null> {
  const token = plainCode(given);
  if (!/^\d{6}$/.test(token)) return null;
  const opened = await secrets.open(sealContext(holder), secret);
  const totp = totpOf(Secret.fromBase32(opened), email);
  const delta = totp.validate({ token, timestamp: now, window });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

/** The confirmed factor, by its first code; `null` when the code is wrong. */
export async function confirmedFactor(
  pending: PendingMfa,
  given: string,
  holder: Holder,
  deps: SecretDeps & { now(): number },
): Promise<Mfa | null> {
  const { secret, recoveryCodes } = pending;
  const lastStep = await stepOf(given, holder, { secret, now: deps.now() }, deps);
  return lastStep === null ? null : { secret, recoveryCodes, version: 1, lastStep };
}

/** The factor after the use of a TOTP or recovery code; `used` when the code is right and was used before, `null` when it is wrong. */
export async function usedFactor(
  mfa: Mfa,
  given: string,
  holder: Holder,
  deps: SecretDeps & { now(): number },
): Promise<Mfa | 'used' | null> {
  const version = mfa.version + 1;
  const step = await stepOf(given, holder, { secret: mfa.secret, now: deps.now() }, deps);
  if (step !== null) return step > mfa.lastStep ? { ...mfa, version, lastStep: step } : 'used';
  const hashes = await recoveryMacs(holder.holder, plainCode(given), deps);
  const hash = mfa.recoveryCodes.find((kept) => hashes.includes(kept));
  const { usedRecoveryCodes = [] } = mfa;
  if (!hash) return usedRecoveryCodes.some((kept) => hashes.includes(kept)) ? 'used' : null;
  return {
    ...{ ...mfa, version },
    recoveryCodes: mfa.recoveryCodes.filter((other) => other !== hash),
    usedRecoveryCodes: [...usedRecoveryCodes, hash],
  };
}

/** The condition that a factor is as it was read. */
export const unusedSince = ({ version }: Mfa) => ({
  condition: '#mfa.#version = :mfa_version',
  names: { '#mfa': 'mfa', '#version': 'version' },
  values: { ':mfa_version': version },
});
