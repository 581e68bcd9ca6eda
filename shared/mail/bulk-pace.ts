import type { distributedThrottle } from '#shared/limits/distributed-throttle.ts';
import { minutes } from '#shared/values/durations.ts';
import {
  type BulkMode,
  bulkIntervalMs,
  isDayFull,
  type PauseReason,
  type Reputation,
  type SendingLimits,
  whyPaused,
} from './rules/bulk-mail.ts';

export type BulkPaceDeps = {
  throttle: ReturnType<typeof distributedThrottle>;
  limits(): Promise<SendingLimits>;
  reputation(): Promise<Reputation>;
  mode: BulkMode;
  now(): number;
};
export type Turn =
  /** In how many milliseconds, and how many from one e-mail to the next. */
  | { isNow: true; waitMs: number; apartMs: number }
  | { isNow: false; seconds: number; why: PauseReason | 'day_full' | 'busy' };

/** All e-mails to many share this pace. */
export const bulkPaceName = 'bulk_mail';
/** How long they wait when a code or a notice was throttled. */
export const bulkHeldMs = 5000;
/** Limits and reputation are read again after this. */
const knownMs = minutes(1);
const maxWaitMs = 20_000;
/** With the wait, ten e-mails so far apart end within the function's minute. SES allows one a second at least. */
const maxApartMs = 3000;
/** How soon it is looked again whether a pause is over, or the day has room. */
const pausedSeconds = 900;

/** Turns for e-mails to many, of all workers together: a share of the mail service's rate, and none while paused. */
export function bulkPaceOf({ throttle, limits, reputation, mode, now }: BulkPaceDeps) {
  let known: { at: number; limits: SendingLimits; reputation: Reputation } | undefined;
  const read = async () => {
    if (!known || now() - known.at >= knownMs || now() < known.at) {
      const [allowed, shares] = await Promise.all([limits(), reputation()]);
      known = { at: now(), limits: allowed, reputation: shares };
    }
    return known;
  };
  return {
    /** A turn for so many e-mails at once. Throws `Unavailable` when nobody knows what the mail service allows. */
    async take(count: number): Promise<Turn> {
      const { limits: allowed, reputation: shares } = await read();
      const why = whyPaused(allowed, shares, mode) ?? (isDayFull(allowed) ? 'day_full' : null);
      if (why) return { isNow: false, seconds: pausedSeconds, why };
      const apartMs = bulkIntervalMs(allowed);
      const intervalMs = Math.ceil(count * apartMs);
      const { isMine, waitMs } = await throttle.take(bulkPaceName, { intervalMs, maxWaitMs });
      return isMine
        ? { isNow: true, waitMs, apartMs: Math.min(apartMs, maxApartMs) }
        : { isNow: false, seconds: waitMs / 1000, why: 'busy' };
    },

    /** Lets nobody's turn come for so long. */
    hold: (milliseconds: number): Promise<void> => throttle.hold(bulkPaceName, milliseconds),
  };
}
