import { days } from '#shared/values/durations.ts';
import type { Ad } from './ads.ts';

/** What an ad is at a moment (epoch milliseconds): one that was to end since it was read is inactive. */
export const statusAt = ({ status, endedAt }: Pick<Ad, 'status' | 'endedAt'>, at: number) =>
  endedAt !== null && overAt(endedAt) <= at ? 'inactive' : status;

/** The library mostly gives an end as a date, which is the last day that the ad is shown on. */
function overAt(endedAt: string): number {
  const end = Date.parse(endedAt);
  return end % days(1) === 0 ? end + days(1) : end;
}

/**
 * Whole days from an ad's start to its end, or to the moment (epoch milliseconds) while it runs. `null` where the library
 * gives no start, or no end of one that is over.
 */
export function daysRunning(ad: Pick<Ad, 'status' | 'startedAt' | 'endedAt'>, at: number): number | null {
  if (ad.startedAt === null || (ad.endedAt === null && ad.status === 'inactive')) return null;
  const end = Math.min(at, ad.endedAt === null ? at : Date.parse(ad.endedAt));
  return Math.max(0, Math.floor((end - Date.parse(ad.startedAt)) / days(1)));
}

/** A page in the ad library, for a browser. */
export const adsPageAddress = (pageId: string) =>
  `https://www.facebook.com/ads/library/?view_all_page_id=${encodeURIComponent(pageId)}`;
