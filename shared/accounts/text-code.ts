import type { AccountDeps } from '#shared/deps.ts';
import { limitReached } from '#shared/http/rate-limit-headers.ts';
import { codesLimit } from './send-code.ts';

/**
 * Sends a code to a phone (E.164) under the cap that holds for all phones together: every message costs money, and
 * somebody with many numbers could make us send many. What was not sent does not count. Throws `too_many_requests` with
 * Retry-After over the cap, and what the messenger throws.
 */
export async function textCode(
  phone: string,
  code: string,
  { limits, messenger, phoneCodes }: Pick<AccountDeps, 'limits' | 'messenger' | 'phoneCodes'>,
): Promise<void> {
  const cap = { name: 'phone_codes', limit: phoneCodes.perHour, windowSeconds: 3600 };
  const taken = await limits.take(cap, 'all');
  // To the caller: no code so long. How many all phones have is nobody's business.
  if (!taken.isAllowed) throw limitReached(codesLimit, { remaining: 0, resetSeconds: taken.resetSeconds });
  try {
    await messenger.sendCode(phone, code);
  } catch (error) {
    await limits.giveBack(cap, 'all', taken);
    throw error;
  }
}
