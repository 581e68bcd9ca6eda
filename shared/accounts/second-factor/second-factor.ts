import { Secret, TOTP } from 'otpauth';
import type { Mfa, PendingMfa } from '#shared/accounts/rules/mfa.ts';
import type { Secrets } from '#shared/secrets.ts';
import { hourInSeconds } from '#shared/values/durations.ts';
import { randomText } from '#shared/values/ids.ts';
import { service } from '#shared/values/service.ts';
import { accountErrors } from '../errors.ts';
import type { SignInLimit } from '../sign-in-attempt.ts';

export const mfaLimit: SignInLimit = {
  name: 'mfa',
  perNetwork: 10,
  perEmail: 30,
  windowSeconds: hourInSeconds,
  refusal: accountErrors.too_many_attempts,
};

const recoveryCodesOfAccount = 10;
/** A recovery code has more than 112 random bits, so a fast hash suffices. */
const recoveryCodeLength = 24;
/** The clocks of a phone and the service may differ by this number of 30-second steps. */
const window = 1;

type SecretDeps = { secrets: Pick<Secrets, 'seal' | 'open' | 'macs'> };
export type Holder = { holder: `user ${number}` | `operator ${number}`; email: string };

const totpOf = (secret: Secret, label: string) =>
  new TOTP({ issuer: service.name, label, algorithm: 'SHA1', digits: 6, period: 30, secret });

const sealContext = (holder: string) => `mfa ${holder}`;
const recoveryMacs = (holder: string, code: string, { secrets }: SecretDeps) =>
  secrets.macs(`recovery code ${JSON.stringify([holder, code])}`);

const plainCode = (code: string) => code.replace(/[\s-]/g, '').toLowerCase();

export async function newSecondFactor({ holder, email }: Holder, deps: SecretDeps) {
  const secret = new Secret({ size: 20 });
  const codes = Array.from({ length: recoveryCodesOfAccount }, () => randomText(recoveryCodeLength).toLowerCase());
  const pending: PendingMfa = {
    secret: await deps.secrets.seal(sealContext(holder), secret.base32),
    recoveryCodes: await Promise.all(codes.map(async (code) => (await recoveryMacs(holder, code, deps))[0] as string)),
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

async function stepOf(
  code: string,
  { holder, email }: Holder,
  { secret, now }: { secret: string; now: number },
  { secrets }: SecretDeps,
): Promise<number | null> {
  const token = plainCode(code);
  if (!/^\d{6}$/.test(token)) return null;
  const opened = await secrets.open(sealContext(holder), secret);
  const totp = totpOf(Secret.fromBase32(opened), email);
  const delta = totp.validate({ token, timestamp: now, window });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

export async function confirmedFactor(
  pending: PendingMfa,
  code: string,
  holder: Holder,
  deps: SecretDeps & { now(): number },
): Promise<Mfa | null> {
  const { secret, recoveryCodes } = pending;
  const lastStep = await stepOf(code, holder, { secret, now: deps.now() }, deps);
  return lastStep === null ? null : { secret, recoveryCodes, version: 1, lastStep };
}

export async function usedFactor(
  mfa: Mfa,
  code: string,
  holder: Holder,
  deps: SecretDeps & { now(): number },
): Promise<Mfa | 'used' | null> {
  const version = mfa.version + 1;
  const step = await stepOf(code, holder, { secret: mfa.secret, now: deps.now() }, deps);
  if (step !== null) return step > mfa.lastStep ? { ...mfa, version, lastStep: step } : 'used';
  const hashes = await recoveryMacs(holder.holder, plainCode(code), deps);
  const hash = mfa.recoveryCodes.find((storedHash) => hashes.includes(storedHash));
  const { usedRecoveryCodes = [] } = mfa;
  if (!hash) return usedRecoveryCodes.some((usedHash) => hashes.includes(usedHash)) ? 'used' : null;
  return {
    ...mfa,
    version,
    recoveryCodes: mfa.recoveryCodes.filter((other) => other !== hash),
    usedRecoveryCodes: [...usedRecoveryCodes, hash],
  };
}

export const unusedSince = ({ version }: Mfa) => ({
  condition: '#mfa.#version = :mfa_version',
  names: { '#mfa': 'mfa', '#version': 'version' },
  values: { ':mfa_version': version },
});
