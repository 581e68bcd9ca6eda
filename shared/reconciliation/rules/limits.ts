import type { RateLimit } from '#shared/limits/rate-limit.ts';
import { dayInSeconds } from '#shared/values/durations.ts';

export const maxReconciliationBytes = 5 * 1_048_576;
export const reconciliationDays = 90;
/** A request reads at most this many rows again. A larger preview shows the state at the reconciliation. */
export const maxLiveRows = 2000;
export const maxWindowHours = 168;
/** Events of the same value, currency and time within so many minutes may be of one order. */
export const similarMinutes = 2;

export const reconciliationsLimit: RateLimit = {
  name: 'reconciliations',
  limit: 10,
  windowSeconds: dayInSeconds,
};
