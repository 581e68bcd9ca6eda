import { dayAfter, dayIn, monthOf } from '#shared/values/zone-calendar.ts';

const daysIn = (month: string) => new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();

export const nextMonth = (month: string) => monthOf(dayAfter(`${month}-01`, daysIn(month)));

export const lastDayOf = (month: string) => `${month}-${String(daysIn(month)).padStart(2, '0')}`;

/** In a short month, the renewal day is the last day. */
export const renewalDayIn = (month: string, signedUpOn: string) =>
  `${month}-${String(Math.min(Number(signedUpOn.slice(8)), daysIn(month))).padStart(2, '0')}`;

export function renewalsDue(createdAt: string, after: string | null, now: number, zone: string): string[] {
  const signedUpOn = dayIn(zone, Date.parse(createdAt));
  const from = after !== null && after > signedUpOn ? after : signedUpOn;
  const today = dayIn(zone, now);
  const dueDays: string[] = [];
  for (let month = monthOf(from); month <= monthOf(today); month = nextMonth(month)) {
    const day = renewalDayIn(month, signedUpOn);
    if (day > from && day <= today) dueDays.push(day);
  }
  return dueDays;
}
