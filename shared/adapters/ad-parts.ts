import { epochOf } from '#shared/domain/iso-date.ts';
import type { VendorUnavailable } from '#shared/ports/vendor-unavailable.ts';

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

/** The code of our own bound on calls for one answer. */
export const callBudget = 'call_budget';

/** Why ads could not be read, in a sentence for the person who asked. */
export function sentenceOf({ failure, code, retryAfterSeconds }: VendorUnavailable): string {
  if (code === callBudget) return 'The ad library has more ads than could be read at once.';
  if (failure !== 'busy') return sentences[failure];
  const minutes = Math.ceil((retryAfterSeconds ?? 0) / 60);
  const when = minutes > 1 ? `in ${minutes} minutes` : 'in a minute';
  return `The ad library has been asked too often. It can be asked again ${when}.`;
}
const sentences = {
  no_answer: 'The ad library did not answer in time.',
  failed: 'The ad library has a failure of its own.',
  refused: 'The ad library refused to show the ads.',
  unreadable: 'The ad library gave an answer that cannot be read.',
};
