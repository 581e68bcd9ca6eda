import { setTimeout as pause } from 'node:timers/promises';
import { failedSignIn } from '#shared/activity/activity.ts';
import { securityEvent } from '#shared/activity/store/security-event.ts';
import { limitReached, rateLimitHeaders } from '#shared/limits/rate-limit-headers.ts';
import type { RateLimit, RateLimits, Share, Taken } from '#shared/limits/rate-limits.ts';
import { log } from '#shared/log.ts';
import type { Part } from '#shared/store/table.ts';
import { type ApiError, type ErrorCode, fail } from '#shared/values/errors.ts';

/** Limits of failed sign-ins of an e-mail in a window: from one network, and from all unknown networks. */
export type SignInLimit = {
  name: string;
  perNetwork: number;
  perEmail: number;
  windowSeconds: number;
  /** The error when no failures remain, by default `too_many_failures`. */
  refusal?: ErrorCode;
};
/** `network` is a keyed hash. `isKnown` means that the user signed in from it before. */
export type SignInCaller = {
  email: string;
  network: string;
  isKnown: boolean;
  /** The account's ID for the log, or `null` for an unknown e-mail. */
  account: number | null;
  /** Operators have separate accounts without an activity log. */
  isOperator?: boolean;
};

/** An attempt to sign in, which must be settled. An unsettled attempt counts as a failure. */
export type SignInAttempt = {
  /** Counts the failure and returns the error to throw, by default `invalid_credentials`. One write. */
  failed(code?: ErrorCode): Promise<ApiError>;
  /** Returns the reserved failure, because nothing was guessed, and returns the error to throw. One write. */
  refused(code: ErrorCode): Promise<ApiError>;
  /**
   * Returns the reserved failure, writes the record, which must succeed, and returns headers with the
   * remaining failures. One transaction, or two writes if the e-mail has other attempts.
   */
  succeeded(record?: SignInRecord): Promise<Record<string, string>>;
};

/** The record of a sign-in, as a step of a transaction and as a separate write. */
export type SignInRecord = { part: Part; write(): Promise<unknown> };

/** Callers see only the failures of their own network. */
export const networkLimit = ({ name, perNetwork, windowSeconds }: SignInLimit): RateLimit => ({
  name,
  limit: perNetwork,
  windowSeconds,
});

/**
 * The counter of a caller: the e-mail's counter with a share for its network, or a separate counter for a
 * known network.
 */
type Counter = { limit: RateLimit; key: string; share: Share | undefined; shown: RateLimit };

const knownKey = (email: string, network: string) => `${email} ${network}`;

function counterOf(
  limit: SignInLimit,
  { email, network, isKnown }: Omit<SignInCaller, 'account' | 'isOperator'>,
): Counter {
  const shown = networkLimit(limit);
  return isKnown
    ? { limit: shown, key: knownKey(email, network), share: undefined, shown }
    : {
        limit: { ...shown, limit: limit.perEmail },
        key: email,
        share: { id: network, limit: limit.perNetwork },
        shown,
      };
}

/** Steps of a transaction that clear the failures of an e-mail, including failures from known networks. */
export const clearFailuresParts = (
  limit: SignInLimit,
  { email, networks }: { email: string; networks: readonly string[] },
  { limits }: { limits: Pick<RateLimits, 'clearPart'> },
): Part[] =>
  [email, ...networks.map((network) => knownKey(email, network))].map((key) => limits.clearPart(limit, key));

/**
 * Starts an attempt before the password is verified. It reserves one of the remaining failures, so that
 * parallel guesses stay within the limit. If pending attempts hold the last failures, it waits about two
 * seconds for them. Throws `too_many_failures` for certain failures and `too_many_requests` after that wait,
 * both with Retry-After. One write, more while it waits.
 */
export async function signInAttempt(
  signInLimit: SignInLimit,
  caller: SignInCaller,
  { limits }: { limits: RateLimits },
): Promise<SignInAttempt> {
  const counter = counterOf(signInLimit, caller);
  const { limit, key, shown } = counter;
  const report = (type: 'sign_in_failed' | 'sign_in_refused') =>
    securityEvent(type, { limit: limit.name, account_id: caller.account, network: caller.network });
  const taken = await takeOrWait(counter, signInLimit.refusal ?? 'too_many_failures', limits).catch(
    (error) => {
      report('sign_in_refused');
      throw error;
    },
  );
  return {
    async failed(code = 'invalid_credentials') {
      report('sign_in_failed');
      // The response must not reveal that the store failed here. The unsettled failure still counts, some
      // seconds later.
      await limits
        .settle(limit, key, taken, failuresOf(caller, limit, taken))
        .catch((error: Error) => log.warn('a failed sign-in is not settled', { error }));
      return fail(code, { headers: rateLimitHeaders(shown, taken) });
    },
    async refused(code) {
      const left = await limits.giveBack(limit, key, taken).catch((error: Error) => {
        log.warn('a refused sign-in counts as a failure', { error });
        return {};
      });
      return fail(code, { headers: rateLimitHeaders(shown, { ...taken, ...left }) });
    },
    async succeeded(record) {
      if (record && taken.isOnly && (await limits.giveBackOnlyUse(limit, key, taken, record.part)))
        return rateLimitHeaders(shown, { ...taken, remaining: shown.limit });
      // The right password signs in even if the store fails to remove the reserved failure.
      const giveBack = limits.giveBack(limit, key, taken).catch((error: Error) => {
        log.warn('a sign-in counts as a failure', { error });
        return {};
      });
      const [left] = await Promise.all([giveBack, record?.write()]);
      return rateLimitHeaders(shown, { ...taken, ...left });
    },
  };
}

/**
 * The activity entry is part of the count's write, so a known e-mail takes no more time than an unknown
 * e-mail.
 */
const failuresOf = ({ account, isOperator, network }: SignInCaller, { name }: RateLimit, { use }: Taken) =>
  account === null || isOperator ? [] : [failedSignIn(account, name, network, use)];

const maxPauses = 24;
/** The pauses grow, because many requests may wait for one item. They add up to about two seconds. */
const pauseMs = (pauses: number) => Math.min(40 * 1.2 ** pauses, 100) * (0.5 + Math.random());

async function takeOrWait(
  { limit, key, share, shown }: Counter,
  refusal: ErrorCode,
  limits: RateLimits,
): Promise<Taken> {
  for (let pauses = 0; ; pauses++) {
    const taken = await limits.take(limit, key, undefined, share);
    if (taken.isAllowed) return taken;
    if (taken.isSpent) throw limitReached(shown, taken, refusal);
    if (pauses === maxPauses) throw limitReached(shown, { remaining: 0, resetSeconds: 1 });
    await pause(pauseMs(pauses));
  }
}
