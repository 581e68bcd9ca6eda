import { type DateFormat, isoOf, type ReadDate, readDate } from '#shared/files/dates.ts';
import { hours, minutes } from '#shared/values/durations.ts';
import { epochOf } from '#shared/values/iso-date.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** The offset from UTC is in milliseconds. */
function offsetAt(zone: string, instant: number): number {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  formats.set(zone, format);
  const parts = format.formatToParts(instant);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const shown = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return shown - Math.floor(instant / 1000) * 1000;
}

/** The change of clocks skips some local times: such a time counts as the time after the change. */
function instantIn(zone: string, shown: number): number {
  if (zone === 'UTC') return shown;
  const before = offsetAt(zone, shown - hours(24));
  const guess = shown - before;
  const offset = offsetAt(zone, guess);
  if (offset === before) return guess;
  const other = shown - offset;
  return offsetAt(zone, other) === offset ? other : guess;
}

const zoned = /(?:[Zz]|UTC|[+-]\d\d(?::?\d\d)?)$/;
const plainTime = /^(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?\s*([ap]\.?m\.?)?$/i;

/** Returns `null` for a date whose day may be the month, and `undefined` for an unreadable time. */
export function orderTime(text: string, zone: string, dateFormat: DateFormat | null): number | null | undefined {
  const tidy = text.trim().replace(/\s*UTC$/i, 'Z');
  const separator = tidy.search(/[T ]/);
  const isZoned = separator > 0 && zoned.test(tidy.slice(separator));
  const iso = epochOf(tidy);
  if (iso !== null) return isZoned ? iso : instantIn(zone, iso);
  const [date, time = ''] = split(tidy);
  const parsedDate = readDate(date);
  if (parsedDate === null) return undefined;
  const statedOrder = dateFormat === 'YYYY-MM-DD' ? null : dateFormat;
  if (
    'first' in parsedDate &&
    statedOrder === null &&
    parsedDate.first <= 12 &&
    parsedDate.second <= 12 &&
    parsedDate.first !== parsedDate.second
  )
    return null;
  const guessed = 'first' in parsedDate && parsedDate.first > 12 ? 'DD/MM/YYYY' : 'MM/DD/YYYY';
  const day = epochOf(isoOf(parsedDate, statedOrder ?? guessed));
  const ofDay = timeOf(time);
  return day === null || ofDay === null ? undefined : instantIn(zone, day + ofDay);
}

/** The date of a time, to decide the order of day and month. */
export const dateOf = (text: string): ReadDate => readDate(split(text.trim())[0]);

function split(text: string): [date: string, time?: string] {
  const match = /^(.*?\d)(?:,?\s+|T)(\d{1,2}:\d\d.*)$/.exec(text);
  return match ? [match[1] ?? '', match[2] ?? ''] : [text];
}

function timeOf(text: string): number | null {
  if (text === '') return 0;
  const [, hour = '', minute = '', second = '0', half] = plainTime.exec(text) ?? [];
  const isHalf = half !== undefined;
  const [h, m, s] = [Number(hour), Number(minute), Number(second)];
  if (hour === '' || h > (isHalf ? 12 : 23) || m > 59 || s > 59) return null;
  const ofDay = isHalf ? (h % 12) + (/^p/i.test(half) ? 12 : 0) : h;
  return hours(ofDay) + minutes(m) + s * 1000;
}
