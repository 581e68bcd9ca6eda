import type { VendorCooldowns } from './vendor-cooldowns.ts';
import { VendorUnavailable } from './vendor-unavailable.ts';

const usualSeconds = 60;

export async function withVendorBackoff<T>(vendor: string, waits: VendorCooldowns | undefined, call: () => Promise<T>): Promise<T> {
  const seconds = (await waits?.secondsLeft(vendor)) ?? 0;
  if (seconds > 0) throw new VendorUnavailable(vendor, 'busy', { code: 'resting', retryAfterSeconds: seconds });
  try {
    return await call();
  } catch (error) {
    if (error instanceof VendorUnavailable && error.failure === 'busy') await waits?.note(vendor, error.retryAfterSeconds ?? usualSeconds);
    throw error;
  }
}
