import type { VendorCooldowns } from './vendor-cooldowns.ts';
import { VendorUnavailable } from './vendor-unavailable.ts';

/** So long a vendor is left alone that was asked too often and does not say for how long. */
const usualSeconds = 60;

/** Does a call of a vendor, unless it has asked to be left alone; when it asks so now, that is kept for everybody. */
export async function withVendorBackoff<T>(
  vendor: string,
  waits: VendorCooldowns | undefined,
  call: () => Promise<T>,
): Promise<T> {
  const seconds = (await waits?.secondsLeft(vendor)) ?? 0;
  if (seconds > 0)
    throw new VendorUnavailable(vendor, 'busy', { code: 'resting', retryAfterSeconds: seconds });
  try {
    return await call();
  } catch (error) {
    if (error instanceof VendorUnavailable && error.failure === 'busy')
      await waits?.note(vendor, error.retryAfterSeconds ?? usualSeconds);
    throw error;
  }
}
