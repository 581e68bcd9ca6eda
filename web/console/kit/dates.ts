const dayMs = 86_400_000;

export function dayIn(zone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(at);
  const part = (type: string) => parts.find((datePart) => datePart.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

export const dayCount = ({ from, to }: Range): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs) + 1;

export const daysOf = (range: Range): string[] => Array.from({ length: Math.max(0, dayCount(range)) }, (_, i) => plusDays(range.from, i));

export type Range = { from: string; to: string };
export const presets = {
  today: 'Today',
  yesterday: 'Yesterday',
  '7d': 'Last 7 days',
  '14d': 'Last 14 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  month: 'This month',
  last_month: 'Last month',
  quarter: 'This quarter',
  last_quarter: 'Last quarter',
  '12m': 'Last 12 months',
} as const;
export type Preset = keyof typeof presets;
export const usualPreset: Preset = '14d';

export function rangeOf(preset: Preset, today: string): Range {
  const firstOfMonth = `${today.slice(0, 8)}01`;
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: plusDays(today, -1), to: plusDays(today, -1) };
    case '7d':
      return { from: plusDays(today, -6), to: today };
    case '14d':
      return { from: plusDays(today, -13), to: today };
    case '30d':
      return { from: plusDays(today, -29), to: today };
    case '90d':
      return { from: plusDays(today, -89), to: today };
    case 'month':
      return { from: firstOfMonth, to: today };
    case 'last_month': {
      const to = plusDays(firstOfMonth, -1);
      return { from: `${to.slice(0, 8)}01`, to };
    }
    case 'quarter':
      return { from: firstOfQuarter(today), to: today };
    case 'last_quarter': {
      const to = plusDays(firstOfQuarter(today), -1);
      return { from: firstOfQuarter(to), to };
    }
    case '12m':
      return { from: plusDays(yearBefore(today), 1), to: today };
  }
}

const firstOfQuarter = (day: string): string => {
  const month = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1;
  return `${day.slice(0, 4)}-${String(month).padStart(2, '0')}-01`;
};
/** A year before February 29 is February 28. */
const yearBefore = (day: string): string => {
  const before = `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${day.slice(4)}`;
  return before.endsWith('-02-29') ? before.replace(/29$/, '28') : before;
};

export const comparisons = { previous: 'Period before', year: 'Year before', none: 'No comparison' } as const;
export type Comparison = keyof typeof comparisons;

export const rangeBefore = (range: Range, comparison: Comparison = 'previous'): Range =>
  comparison === 'year'
    ? { from: yearBefore(range.from), to: yearBefore(range.to) }
    : { from: plusDays(range.from, -dayCount(range)), to: plusDays(range.from, -1) };

export const intervals = ['day', 'week', 'month'] as const;
export type Interval = (typeof intervals)[number];
/** A chart has a point per day up to `mostDays`, and per week up to `mostWeeks`. */
const [mostDays, mostWeeks] = [92, 366];
export const usualInterval = (range: Range): Interval => {
  const days = dayCount(range);
  return days <= mostDays ? 'day' : days <= mostWeeks ? 'week' : 'month';
};

export function startOf(day: string, interval: Interval): string {
  if (interval === 'month') return `${day.slice(0, 8)}01`;
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return interval === 'week' ? plusDays(day, -sinceMonday) : day;
}

/** A day has 23 to 25 hours, because clocks change. */
export function hoursOf(day: string, zone: string): string[] {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  } as const);
  const quarter = 900_000;
  const noon = Date.parse(`${day}T12:00:00Z`);
  // No zone is further from UTC than 14 hours.
  const quarters = Array.from({ length: 4 * 56 }, (_, i) => noon + (i - 4 * 28) * quarter).filter((at) => format.format(at) === day);
  return quarters.filter((_, i) => i % 4 === 0).map((at) => new Date(at).toISOString());
}

/** Today is not over and is excluded: as many whole days directly before are compared. Returns `null` if no day remains. */
export function comparable(range: Range, today: string, comparison: Comparison = 'previous'): { now: Range; before: Range } | null {
  if (comparison === 'none') return null;
  const now = range.to === today ? { from: range.from, to: plusDays(today, -1) } : range;
  return now.from > now.to ? null : { now, before: rangeBefore(now, comparison) };
}

export const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && plusDays(text, 0) === text;

const yearOf = (day: string) => day.slice(0, 4);

export const dayText = (day: string, locale?: string, hasYear = yearOf(day) !== String(new Date().getFullYear())): string =>
  new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    ...(hasYear && { year: 'numeric' }),
  } as const).format(new Date(`${day}T00:00:00Z`));

export const rangeText = ({ from, to }: Range): string => {
  const hasYear = yearOf(from) !== yearOf(to) || undefined;
  return [...new Set([from, to])].map((day) => dayText(day, undefined, hasYear)).join(' to ');
};

export const hourText = (iso: string, zone: string, locale?: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone: zone, timeStyle: 'short' }).format(new Date(iso));

export const timeText = (iso: string, zone: string, locale?: string): string =>
  new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    dateStyle: 'medium',
    timeStyle: 'medium',
  }).format(new Date(iso));

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', dayMs],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];
export function agoText(iso: string, now: number, locale?: string): string {
  const ms = Date.parse(iso) - now;
  const [unit, length] = steps.find(([, size]) => Math.abs(ms) >= size) ?? ['second', 1000];
  // An invitation of 7 days expires in 7 days, and not in 6, when it is a second old.
  const count = ms > 0 ? Math.round(ms / length) : Math.trunc(ms / length);
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(count, unit);
}
