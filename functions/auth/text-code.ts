import type { AccountDeps } from '#shared/deps.ts';
import { fail, invalid } from '#shared/http/errors.ts';
import { NumberUnreachable } from '#shared/ports/messenger.ts';
import { VendorUnavailable } from '#shared/ports/vendor-unavailable.ts';

/**
 * Sends a code to a phone (E.164) under the cap that holds for all phones together: every message costs money, and
 * somebody with many numbers could make us send many. What was not sent does not count. Throws `too_many_requests` over
 * the cap, 422 for a number that cannot receive, `vendor_unavailable` when the app asks to wait, and whatever else went
 * wrong.
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
    if (error instanceof NumberUnreachable)
      throw invalid({ type: 'value_error', loc: ['body', 'phone'], msg: error.message });
    if (error instanceof VendorUnavailable && error.failure === 'busy')
      throw fail('vendor_unavailable', { headers: { 'retry-after': String(error.retryAfterSeconds ?? 60) } });
    throw error;
  }
}
