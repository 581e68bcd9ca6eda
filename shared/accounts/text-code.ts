import type { AccountDeps } from '#shared/deps.ts';
import { fail } from '#shared/http/errors.ts';

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
  if (!taken.isAllowed)
    throw fail('too_many_requests', { headers: { 'retry-after': String(taken.resetSeconds) } });
  try {
    await messenger.sendCode(phone, code);
  } catch (error) {
    await limits.giveBack(cap, 'all', taken);
    throw error;
  }
}
