import type { IpNetworkId } from '#shared/accounts/ip-network-id.ts';
import { mailboxOf } from '#shared/accounts/rules/email.ts';
import { phoneOfEmail } from '#shared/accounts/rules/phone-accounts.ts';
import { limitReached, rateLimitHeaders } from '#shared/limits/rate-limit-headers.ts';
import type { RateLimit, RateLimits } from '#shared/limits/rate-limits.ts';
import { daysInSeconds, hourInSeconds } from '#shared/values/durations.ts';
import { sha256 } from '#shared/values/ids.ts';

export const registrationLimit = (perHour: number): RateLimit => ({
  name: 'registrations',
  limit: perHour,
  windowSeconds: hourInSeconds,
});
/** Tags in an address (`name+tag@`) do not distinguish mailboxes, so they share this limit. */
const mailboxLimit: RateLimit = { name: 'mailbox_registrations', limit: 5, windowSeconds: daysInSeconds(1) };

/** A retry with the same e-mail counts as one registration. Makes two writes. */
export async function takeRegistration(
  { email, sourceIp }: { email: string; sourceIp: string },
  deps: {
    limits: RateLimits;
    ipNetworkId: IpNetworkId;
    operatorDomain: string;
    registrationsPerHour: number;
  },
): Promise<Record<string, string>> {
  const { limits, operatorDomain } = deps;
  const limit = registrationLimit(deps.registrationsPerHour);
  const use = sha256(email).slice(0, 16);
  const ipNetwork = await deps.ipNetworkId(sourceIp);
  const usage = await limits.take(limit, ipNetwork, use);
  if (!usage.isAllowed) throw limitReached(limit, usage);
  if (!phoneOfEmail(email, operatorDomain)) {
    const ofMailbox = await limits.take(mailboxLimit, mailboxOf(email), use);
    if (!ofMailbox.isAllowed) {
      await limits.giveBack(limit, ipNetwork, usage);
      throw limitReached(mailboxLimit, ofMailbox);
    }
  }
  return rateLimitHeaders(limit, usage);
}
