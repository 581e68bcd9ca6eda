import type { NetworkId } from '#shared/accounts/network-id.ts';
import { mailboxOf } from '#shared/accounts/rules/email.ts';
import { phoneOfEmail } from '#shared/accounts/rules/phone-accounts.ts';
import { limitReached, rateLimitHeaders } from '#shared/limits/rate-limit-headers.ts';
import type { RateLimit, RateLimits } from '#shared/limits/rate-limits.ts';
import { daysInSeconds, hourInSeconds } from '#shared/values/durations.ts';
import { sha256 } from '#shared/values/ids.ts';

/** Registrations per network (docs/api/accounts.md#registration-limits). */
export const registrationLimit = (perHour: number): RateLimit => ({
  name: 'registrations',
  limit: perHour,
  windowSeconds: hourInSeconds,
});
/** Accounts of one mailbox, independent of tags in its address. */
const mailboxLimit: RateLimit = { name: 'mailbox_registrations', limit: 5, windowSeconds: daysInSeconds(1) };

/**
 * Counts an account before its creation; a retry with the same e-mail counts once. Returns headers with the
 * network's remaining registrations. Throws `too_many_requests` with Retry-After. Two writes.
 */
export async function takeRegistration(
  { email, sourceIp }: { email: string; sourceIp: string },
  deps: { limits: RateLimits; networkId: NetworkId; operatorDomain: string; registrationsPerHour: number },
): Promise<Record<string, string>> {
  const { limits, operatorDomain } = deps;
  const limit = registrationLimit(deps.registrationsPerHour);
  const use = sha256(email).slice(0, 16);
  const network = await deps.networkId(sourceIp);
  const taken = await limits.take(limit, network, use);
  if (!taken.isAllowed) throw limitReached(limit, taken);
  // Generated addresses of phones differ only in their tag.
  if (!phoneOfEmail(email, operatorDomain)) {
    const ofMailbox = await limits.take(mailboxLimit, mailboxOf(email), use);
    if (!ofMailbox.isAllowed) {
      await limits.giveBack(limit, network, taken);
      throw limitReached(mailboxLimit, ofMailbox);
    }
  }
  return rateLimitHeaders(limit, taken);
}
