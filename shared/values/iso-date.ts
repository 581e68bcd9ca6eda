const pattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;

const isoLength = '2026-11-21T00:00:00.000Z'.length;

/** The last text that was read: a request's time is read by its schema, and by the rule that needs the clock. */
let last: { text: string; epoch: number | null } = { text: '', epoch: null };

/** An ISO 8601 date or date-time (years 0001 to 9999) as epoch milliseconds; without a zone it is UTC. `null` when it is none. */
export function epochOf(text: string): number | null {
  if (text !== last.text) last = { text, epoch: parsed(text) };
  return last.epoch;
}

function parsed(text: string): number | null {
  // As JavaScript writes it, which most clients send: faster, and as strict.
  const written = text.length === isoLength ? Date.parse(text) : Number.NaN;
  if (written >= earliest && new Date(written).toISOString() === text) return written;
  const match = pattern.exec(text);
  if (!match) return null;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = match;
  const parts = [
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  ] as const;
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const date = new Date(0);
  date.setUTCFullYear(parts[0], parts[1], parts[2]);
  date.setUTCHours(parts[3], parts[4], parts[5], milliseconds);
  // A field that rolled over (30 February, 25 o'clock) is no date.
  const same =
    date.getUTCFullYear() === parts[0] &&
    date.getUTCMonth() === parts[1] &&
    date.getUTCDate() === parts[2] &&
    date.getUTCHours() === parts[3] &&
    date.getUTCMinutes() === parts[4] &&
    date.getUTCSeconds() === parts[5];
  const offset = offsetMinutes(zone);
  if (!same || offset === null) return null;
  const epoch = date.getTime() - offset * 60_000;
  return epoch >= earliest && epoch <= latest ? epoch : null;
}

// The years that have four digits in UTC too, so that a stored time is written as it came.
const [earliest, latest] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

function offsetMinutes(zone: string): number | null {
  if (/^[zZ]$/.test(zone)) return 0;
  const [, sign, hours, minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (!sign || Number(hours) > 23 || Number(minutes) > 59) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** The UTC day of an ISO 8601 UTC date-time: `2026-11-21`. */
export const dayOf = (iso: string) => iso.slice(0, iso.indexOf('T'));
