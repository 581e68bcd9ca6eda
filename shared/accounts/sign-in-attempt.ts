import { setTimeout as pause } from 'node:timers/promises';
import { failedSignIn } from '#shared/activity/activity.ts';
import { securityEvent } from '#shared/activity/store/security-event.ts';
import { limitReached, rateLimitHeaders } from '#shared/limits/rate-limit-headers.ts';
import type { RateLimit, RateLimits, Share, Taken } from '#shared/limits/rate-limits.ts';
import { log } from '#shared/log.ts';
import type { Part } from '#shared/store/table.ts';
import type { DeclaredError } from '#shared/values/declared-errors.ts';
import { type ApiError, fail } from '#shared/values/errors.ts';
import { accountErrors } from './errors.ts';
import type { User } from './rules/users.ts';

export type SignInLimit = {
  name: string;
  perNetwork: number;
  perEmail: number;
  windowSeconds: number;
  refusal?: DeclaredError;
};
export type SignInCaller = {
  email: string;
  ipNetwork: string;
  isKnown: boolean;
  account: number | null;
  isOperator?: boolean;
};

export type SignInAttempt = {
  failed(error?: DeclaredError): Promise<ApiError>;
  /** If nothing was guessed, this call returns the reserved failure to the limit. Makes one write. */
  refused(error: DeclaredError): Promise<ApiError>;
  /** A successful attempt takes one transaction, or two writes if the e-mail has other attempts. */
  succeeded(record?: SignInRecord): Promise<Record<string, string>>;
};

export type SignInRecord = { part: Part; write(): Promise<unknown> };

export const networkLimit = ({ name, perNetwork, windowSeconds }: SignInLimit): RateLimit => ({
  name,
  limit: perNetwork,
  windowSeconds,
});

type Counter = { limit: RateLimit; key: string; share: Share | undefined; shown: RateLimit };

const knownKey = (email: string, ipNetwork: string) => `${email} ${ipNetwork}`;

function counterOf(limit: SignInLimit, { email, ipNetwork, isKnown }: Omit<SignInCaller, 'account' | 'isOperator'>): Counter {
  const shown = networkLimit(limit);
  return isKnown
    ? { limit: shown, key: knownKey(email, ipNetwork), share: undefined, shown }
    : {
        limit: { ...shown, limit: limit.perEmail },
        key: email,
        share: { id: ipNetwork, limit: limit.perNetwork },
        shown,
      };
}

export const clearFailuresParts = (
  limit: SignInLimit,
  { email, knownNetworks = {} }: Pick<User, 'email' | 'knownNetworks'>,
  { limits }: { limits: Pick<RateLimits, 'clearPart'> },
): Part[] =>
  [email, ...Object.keys(knownNetworks).map((ipNetwork) => knownKey(email, ipNetwork))].map((key) => limits.clearPart(limit, key));

/**
 * Parallel guesses stay within the limit, since each attempt reserves a failure. Makes one write, and waits
 * up to two seconds.
 */
export async function signInAttempt(
  signInLimit: SignInLimit,
  caller: SignInCaller,
  { limits }: { limits: RateLimits },
): Promise<SignInAttempt> {
  const counter = counterOf(signInLimit, caller);
  const { limit, key, shown } = counter;
  const report = (type: 'sign_in_failed' | 'sign_in_refused') =>
    securityEvent(type, { limit: limit.name, account_id: caller.account, network: caller.ipNetwork });
  const attempt = await takeOrWait(counter, signInLimit.refusal ?? accountErrors.too_many_failures, limits).catch((error) => {
    report('sign_in_refused');
    throw error;
  });
  return {
    async failed(error: DeclaredError = accountErrors.invalid_credentials) {
      report('sign_in_failed');
      // The response must not reveal a failure of the store.
      await limits
        .settle(limit, key, attempt, failuresOf(caller, limit, attempt))
        .catch((error: Error) => log.warn('a failed sign-in is not settled', { error }));
      return fail(error, { headers: rateLimitHeaders(shown, attempt) });
    },
    async refused(error) {
      const remaining = await limits.giveBack(limit, key, attempt).catch((error: Error) => {
        log.warn('a refused sign-in counts as a failure', { error });
        return {};
      });
      return fail(error, { headers: rateLimitHeaders(shown, { ...attempt, ...remaining }) });
    },
    async succeeded(record) {
      if (record && attempt.isOnly && (await limits.giveBackOnlyUse(limit, key, attempt, record.part)))
        return rateLimitHeaders(shown, { ...attempt, remaining: shown.limit });
      // A correct password signs in even if `giveBack` fails.
      const giveBack = limits.giveBack(limit, key, attempt).catch((error: Error) => {
        log.warn('a sign-in counts as a failure', { error });
        return {};
      });
      const [returnedUse] = await Promise.all([giveBack, record?.write()]);
      return rateLimitHeaders(shown, { ...attempt, ...returnedUse });
    },
  };
}

/** The activity entry is in the count's write, so a known e-mail takes no more time. */
const failuresOf = ({ account, isOperator, ipNetwork }: SignInCaller, { name }: RateLimit, { use }: Taken) =>
  account === null || isOperator ? [] : [failedSignIn(account, name, ipNetwork, use)];

const maxPauses = 24;
const pauseMs = (pauses: number) => Math.min(40 * 1.2 ** pauses, 100) * (0.5 + Math.random());

async function takeOrWait({ limit, key, share, shown }: Counter, refusal: DeclaredError, limits: RateLimits): Promise<Taken> {
  for (let pauses = 0; ; pauses++) {
    const attempt = await limits.take(limit, key, undefined, share);
    if (attempt.isAllowed) return attempt;
    if (attempt.isSpent) throw limitReached(shown, attempt, refusal);
    if (pauses === maxPauses) throw limitReached(shown, { remaining: 0, resetSeconds: 1 });
    await pause(pauseMs(pauses));
  }
}
