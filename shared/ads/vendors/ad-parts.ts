import { epochOf } from '#shared/values/iso-date.ts';

/** The vendors write times as dates, as date-times and as Unix seconds. `null` for what is none. */
export function adTime(value: string | number | null | undefined): string | null {
  const epochMs = typeof value === 'number' ? value * 1000 : value ? epochOf(value) : null;
  // What a vendor writes for "never" would be a time long gone.
  return epochMs !== null && epochMs > 0 && epochMs < latest ? new Date(epochMs).toISOString() : null;
}
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** An absolute http(s) URL, or `null`: what an advertiser wrote may be anything. */
export function webUrl(text: string | null | undefined): string | null {
  const url = text ? URL.parse(text) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}
