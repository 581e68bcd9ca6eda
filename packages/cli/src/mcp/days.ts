/** An assistant does not know the date, so periods have names. */
export const periods = ['today', 'yesterday', 'last_7_days', 'last_30_days', 'this_week', 'last_week', 'this_month', 'last_month'] as const;
export type Period = 'today' | 'yesterday' | 'last_7_days' | 'last_30_days' | 'this_week' | 'last_week' | 'this_month' | 'last_month';

/** The last 7 and 30 days end today, and weeks begin on Monday. */
export function daysOf(period: Period, zone: string, now: number): { from: string; to: string } {
  const today = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(now);
  const monday = shifted(today, -((new Date(today).getUTCDay() + 6) % 7));
  const first = `${today.slice(0, 8)}01`;
  const lastOfBefore = shifted(first, -1);
  switch (period) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: shifted(today, -1), to: shifted(today, -1) };
    case 'last_7_days':
      return { from: shifted(today, -6), to: today };
    case 'last_30_days':
      return { from: shifted(today, -29), to: today };
    case 'this_week':
      return { from: monday, to: today };
    case 'last_week':
      return { from: shifted(monday, -7), to: shifted(monday, -1) };
    case 'this_month':
      return { from: first, to: today };
    case 'last_month':
      return { from: `${lastOfBefore.slice(0, 8)}01`, to: lastOfBefore };
  }
}

const shifted = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
