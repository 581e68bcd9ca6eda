import { NumberUnreachable } from '#shared/accounts/codes/messenger.ts';
import { textCode } from '#shared/accounts/codes/text-code.ts';
import { fail, invalid, serviceErrors } from '#shared/values/errors.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';

export const sendPhoneCode: typeof textCode = async (text, deps) => {
  try {
    await textCode(text, deps);
  } catch (error) {
    if (error instanceof NumberUnreachable) throw invalid({ type: 'value_error', loc: ['body', 'phone'], msg: error.message });
    if (error instanceof VendorUnavailable && error.failure === 'busy')
      throw fail(serviceErrors.vendor_unavailable, {
        headers: { 'retry-after': String(error.retryAfterSeconds ?? 60) },
      });
    throw error;
  }
};
