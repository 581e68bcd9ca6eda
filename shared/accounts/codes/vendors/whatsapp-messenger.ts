import * as z from 'zod';
import { type Messenger, NumberUnreachable } from '#shared/accounts/codes/messenger.ts';
import { log } from '#shared/log.ts';
import type { VendorCall } from '#shared/vendors/vendor-call.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';

export type WhatsappSettings = {
  call: VendorCall;
  token: () => Promise<string>;
  phoneNumberId: string;
  template: string;
  language: string;
};

export const whatsappCodeOf = (body: unknown) => ErrorAnswer.safeParse(body).data?.error.code;
const ErrorAnswer = z.object({ error: z.object({ code: z.number() }) });

const Accepted = z.object({ messages: z.array(z.object({ id: z.string() })).min(1) });

const undeliverable = '131026';
// These error codes mean that the vendor throttles the app, the account or the pair of numbers.
const throttled: ReadonlySet<string | undefined> = new Set(['4', '80007', '130429', '131048', '131056']);

export const whatsappMessenger = ({ call, token, phoneNumberId, template, language }: WhatsappSettings): Messenger => ({
  async sendCode(phone, code) {
    if (!phoneNumberId) throw new Error('MESSAGING_PHONE_NUMBER_ID is not set.');
    const parameters = [{ type: 'text', text: code }];
    try {
      await call(
        {
          method: 'POST',
          path: `/${phoneNumberId}/messages`,
          headers: { authorization: `Bearer ${await token()}` },
          body: {
            messaging_product: 'whatsapp',
            recipient_type: 'individual',
            to: phone.slice(1),
            type: 'template',
            template: {
              name: template,
              language: { code: language },
              components: [
                { type: 'body', parameters },
                // The message's copy button is a `url` button and needs the code again.
                { type: 'button', sub_type: 'url', index: '0', parameters },
              ],
            },
          },
        },
        Accepted,
      );
    } catch (error) {
      if (!(error instanceof VendorUnavailable)) throw error;
      if (error.code === undeliverable) throw new NumberUnreachable({ cause: error });
      const { status, code: vendorCode, retryAfterSeconds } = error;
      if (throttled.has(vendorCode)) throw new VendorUnavailable('messaging', 'busy', { status, code: vendorCode, retryAfterSeconds });
      if (error.failure === 'refused') log.error('messaging refused', { status: String(status), vendor_error: vendorCode ?? 'none' });
      throw error;
    }
  },
});
