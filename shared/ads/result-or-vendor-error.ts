import { log } from '#shared/log.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';

export async function resultOrVendorError<T>(work: Promise<T>): Promise<T | VendorUnavailable> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof VendorUnavailable)) throw error;
    log.warn('the ad library did not answer', { error });
    return error;
  }
}
