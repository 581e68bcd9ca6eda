import { epochOf } from '#shared/values/iso-date.ts';

/** Returns `null` for an invalid time. */
export function adTime(value: string | number | null | undefined): string | null {
  const epochMs = typeof value === 'number' ? value * 1000 : value ? epochOf(value) : null;
  // A vendor writes "never" as a time long ago, which is not a valid time.
  return epochMs !== null && epochMs > 0 && epochMs < latest ? new Date(epochMs).toISOString() : null;
}
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** Advertisers may write anything as a link, so only absolute http(s) URLs remain. */
export function webUrl(text: string | null | undefined): string | null {
  const url = text ? URL.parse(text) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}
