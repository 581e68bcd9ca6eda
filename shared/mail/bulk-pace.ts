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
  /** The times are in milliseconds. */
  { isNow: true; waitMs: number; apartMs: number } | { isNow: false; seconds: number; why: PauseReason | 'day_full' | 'busy' };

export const bulkPaceName = 'bulk_mail';
export const bulkHeldMs = 5000;
const knownMs = minutes(1);
const maxWaitMs = 20_000;
/** Ten e-mails at this interval finish within the function's minute. SES's sandbox allows one per second. */
const maxApartMs = 3000;
const pausedSeconds = 900;

export function bulkPaceOf({ throttle, limits, reputation, mode, now }: BulkPaceDeps) {
  let cachedFacts: { at: number; limits: SendingLimits; reputation: Reputation } | undefined;
  const readFacts = async () => {
    if (!cachedFacts || now() - cachedFacts.at >= knownMs || now() < cachedFacts.at) {
      const [allowed, shares] = await Promise.all([limits(), reputation()]);
      cachedFacts = { at: now(), limits: allowed, reputation: shares };
    }
    return cachedFacts;
  };
  return {
    async take(count: number): Promise<Turn> {
      const { limits: allowed, reputation: shares } = await readFacts();
      const why = whyPaused(allowed, shares, mode) ?? (isDayFull(allowed) ? 'day_full' : null);
      if (why) return { isNow: false, seconds: pausedSeconds, why };
      const apartMs = bulkIntervalMs(allowed);
      const intervalMs = Math.ceil(count * apartMs);
      const { isMine, waitMs } = await throttle.take(bulkPaceName, { intervalMs, maxWaitMs });
      return isMine
        ? { isNow: true, waitMs, apartMs: Math.min(apartMs, maxApartMs) }
        : { isNow: false, seconds: waitMs / 1000, why: 'busy' };
    },

    hold: (milliseconds: number): Promise<void> => throttle.hold(bulkPaceName, milliseconds),
  };
}
