import { hours } from '#shared/values/durations.ts';

/** Instants are epoch milliseconds, days `2026-11-21`, months `2026-11`, zones IANA names. */

const formats = new Map<string, Intl.DateTimeFormat>();

/** Creating a date format costs a thousand times as much as using it. */
function formatIn(zone: string): Intl.DateTimeFormat {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
  formats.set(zone, format);
  return format;
}

export function dayIn(zone: string, instant: number): string {
  const parts = formatIn(zone).formatToParts(instant);
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}`;
}

export const monthIn = (zone: string, instant: number) => monthOf(dayIn(zone, instant));
export const monthOf = (day: string) => day.slice(0, 7);

export const dayAfter = (day: string, days = 1) => new Date(Date.parse(day) + days * hours(24)).toISOString().slice(0, 10);

/** The span of a skipped day is empty. The end is excluded. */
export const spanOf = (day: string, zone: string) => ({
  start: startOf(day, zone),
  end: startOf(dayAfter(day), zone),
});

const maxStarts = 20_000;
const starts = new Map<string, number>();

function startOf(day: string, zone: string): number {
  const key = `${day} ${zone}`;
  const cached = starts.get(key);
  if (cached !== undefined) return cached;
  if (starts.size >= maxStarts) starts.clear();
  const start = searchStart(day, zone);
  starts.set(key, start);
  return start;
}

function searchStart(day: string, zone: string): number {
  // No zone is further than 26 hours from UTC.
  let [before, since] = [Date.parse(day) - hours(26), Date.parse(day) + hours(26)];
  while (since - before > 1) {
    const middle = Math.floor((before + since) / 2);
    if (dayIn(zone, middle) < day) before = middle;
    else since = middle;
  }
  return since;
}
