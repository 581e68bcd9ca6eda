import { days } from './durations.ts';

const zonePart = String.raw`\s?(?:([Zz]|[+-]\d\d(?::?\d\d)?)(?:\[[\w+/=.-]{1,64}\])*)?`;
/** The extended form is `2026-11-21T09:30:00.5+01:00`, the basic form `20261121T093000+0100`. */
const patterns = [
  String.raw`^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?${zonePart})?$`,
  String.raw`^(\d{4})(\d\d)(\d\d)(?:[Tt](\d\d)(\d\d)(?:(\d\d)(?:[.,](\d{1,9}))?)?${zonePart})?$`,
].map((source) => new RegExp(source));

const isoLength = '2026-11-21T00:00:00.000Z'.length;

/** The last result is cached, because the schema and the rule that needs the clock both parse a request's time. */
let last: { text: string; epoch: number | null } = { text: '', epoch: null };

/**
 * Years are 0001 to 9999; a time without a zone is UTC. `24:00:00` and a leap second are the time after them;
 * a zone name (RFC 9557) is ignored. Returns `null` for other texts.
 */
export function epochOf(text: string): number | null {
  if (text !== last.text) last = { text, epoch: parsed(text) };
  return last.epoch;
}

function parsed(text: string): number | null {
  // JavaScript's own parser is faster, and as strict for texts of this length.
  const written = text.length === isoLength ? Date.parse(text) : Number.NaN;
  if (written >= earliest && new Date(written).toISOString() === text) return written;
  const match = patterns[0]?.exec(text) ?? patterns[1]?.exec(text);
  if (!match) return null;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = match;
  const isEndOfDay = hour === '24' && /^0*$/.test(minute + second + fraction);
  const isLeapSecond = second === '60';
  const parts = [
    Number(year),
    Number(month) - 1,
    Number(day),
    isEndOfDay ? 0 : Number(hour),
    Number(minute),
    isLeapSecond ? 59 : Number(second),
  ] as const;
  const milliseconds = isLeapSecond ? 0 : Number(fraction.slice(0, 3).padEnd(3, '0'));
  const date = new Date(0);
  date.setUTCFullYear(parts[0], parts[1], parts[2]);
  date.setUTCHours(parts[3], parts[4], parts[5], milliseconds);
  // A date with a field that rolled over, such as 30 February, is invalid.
  const same =
    date.getUTCFullYear() === parts[0] &&
    date.getUTCMonth() === parts[1] &&
    date.getUTCDate() === parts[2] &&
    date.getUTCHours() === parts[3] &&
    date.getUTCMinutes() === parts[4] &&
    date.getUTCSeconds() === parts[5];
  const offset = offsetMinutes(zone);
  if (!same || offset === null) return null;
  const start = date.getTime() - offset * 60_000;
  if (isLeapSecond && (start + 1000) % days(1) !== 0) return null;
  const epoch = start + (isEndOfDay ? days(1) : isLeapSecond ? 1000 : 0);
  return epoch >= earliest && epoch <= latest ? epoch : null;
}

const [earliest, latest] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

function offsetMinutes(zone: string): number | null {
  if (/^[zZ]$/.test(zone)) return 0;
  const [, sign, hours, minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (!sign || Number(hours) > 23 || Number(minutes) > 59) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

export const dayOf = (iso: string) => iso.slice(0, iso.indexOf('T'));
