import { dayIn, monthOf } from '#shared/values/zone-calendar.ts';
import { lastDayOf, nextMonth, renewalDayIn } from './credit-calendar.ts';

export function nextPartnerDay(createdAt: string, { now, zone, isMonthPaid }: { now: number; zone: string; isMonthPaid: boolean }): string {
  const signedUpOn = dayIn(zone, Date.parse(createdAt));
  const today = dayIn(zone, now);
  if (isMonthPaid) return renewalDayIn(nextMonth(monthOf(today)), signedUpOn);
  const renewal = renewalDayIn(monthOf(today), signedUpOn);
  return renewal >= today && renewal > signedUpOn ? renewal : lastDayOf(monthOf(today));
}
