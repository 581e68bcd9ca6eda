import { days } from '#shared/values/durations.ts';
import type { Ad } from './ads.ts';

export const statusAt = ({ status, endedAt }: Pick<Ad, 'status' | 'endedAt'>, at: number) =>
  endedAt !== null && overAt(endedAt) <= at ? 'inactive' : status;

/** The library usually gives an ad's end as a date, its last day. */
function overAt(endedAt: string): number {
  const end = Date.parse(endedAt);
  return end % days(1) === 0 ? end + days(1) : end;
}

export function daysRunning(ad: Pick<Ad, 'status' | 'startedAt' | 'endedAt'>, at: number): number | null {
  if (ad.startedAt === null || (ad.endedAt === null && ad.status === 'inactive')) return null;
  const end = Math.min(at, ad.endedAt === null ? at : Date.parse(ad.endedAt));
  return Math.max(0, Math.floor((end - Date.parse(ad.startedAt)) / days(1)));
}

export const adsPageAddress = (pageId: string) => `https://www.facebook.com/ads/library/?view_all_page_id=${encodeURIComponent(pageId)}`;
