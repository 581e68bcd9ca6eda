import { setTimeout as pause } from 'node:timers/promises';
import { failedSignIn } from '#shared/activity/activity.ts';
import { securityEvent } from '#shared/activity/store/security-event.ts';
import { limitReached, rateLimitHeaders } from '#shared/limits/rate-limit-headers.ts';
import type { RateLimit, RateLimits, Share, Taken } from '#shared/limits/rate-limits.ts';
import { log } from '#shared/log.ts';
import type { Part } from '#shared/store/table.ts';
import { type ApiError, type ErrorCode, fail } from '#shared/values/errors.ts';

/** Failed sign-ins of an e-mail in a window: from one network, and from all networks that its user is not known from. */
export type SignInLimit = {
  name: string;
  perNetwork: number;
  perEmail: number;
  windowSeconds: number;
  /** The error when no failures remain: `too_many_failures` by default. */
  refusal?: ErrorCode;
};
/** `network` is a keyed hash. `isKnown`: the user has signed in from it before. */
export type SignInCaller = {
  email: string;
  network: string;
  isKnown: boolean;
  /** The account's id, for the log; `null` when nobody has the e-mail. */
  account: number | null;
  /** Operators have accounts of their own, and no activity log. */
  isOperator?: boolean;
};

/** One attempt to sign in, which must be settled; an unsettled attempt counts as a failure. */
export type SignInAttempt = {
  /** Counts the failure and answers the error to throw, `invalid_credentials` by default. One write. */
  failed(code?: ErrorCode): Promise<ApiError>;
  /** Takes the failure back, since nothing was guessed, and answers the error to throw. One write. */
  refused(code: ErrorCode): Promise<ApiError>;
  /**
   * Takes the failure back, writes the record, which must succeed, and returns the headers that tell what is left. One
   * transaction, or two writes when the e-mail has other attempts.
   */
  succeeded(record?: SignInRecord): Promise<Record<string, string>>;
};

/** What a sign-in stores: as a step of a transaction, and by itself. */
export type SignInRecord = { part: Part; write(): Promise<unknown> };

/** What callers see of the limit: the failures of their own network. */
export const networkLimit = ({ name, perNetwork, windowSeconds }: SignInLimit): RateLimit => ({
  name,
  limit: perNetwork,
  windowSeconds,
});

/** The counter of a caller: of its e-mail with a share for its network, or its own when the network is known. */
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

/** The steps of a transaction that forget the failures of an e-mail, those from known networks too. */
export const clearFailuresParts = (
  limit: SignInLimit,
  { email, networks }: { email: string; networks: readonly string[] },
  { limits }: { limits: Pick<RateLimits, 'clearPart'> },
): Part[] =>
  [email, ...networks.map((network) => knownKey(email, network))].map((key) => limits.clearPart(limit, key));

/**
 * Begins an attempt to sign in, before the password is looked at: it takes one of the failures that are left, so that
 * guesses side by side are no more than the limit. Where none is left because others are on their way, which may
 * succeed, it waits for them some two seconds. Throws `too_many_failures` when the failures are certain, and
 * `too_many_requests` when the others took too long, both with Retry-After. One write, more while it waits.
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
      // Nobody is to learn from the answer that the store failed here: the failure counts without it, some seconds later.
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

/** The entry in the activity log travels with the count: it costs a known e-mail no more time than an unknown one. */
const failuresOf = ({ account, isOperator, network }: SignInCaller, { name }: RateLimit, { use }: Taken) =>
  account === null || isOperator ? [] : [failedSignIn(account, name, network, use)];

const maxPauses = 24;
/** Longer and longer, since many may wait for one item; two seconds and some in all. */
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
