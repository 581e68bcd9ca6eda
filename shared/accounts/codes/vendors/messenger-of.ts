import type { Env } from '#shared/env.ts';
import type { Secrets } from '#shared/secrets.ts';
import { vendorCall } from '#shared/vendors/vendor-call.ts';
import { whatsappCodeOf, whatsappMessenger } from './whatsapp-messenger.ts';

export const messengerOf = (env: Env, secrets: Pick<Secrets, 'ofVendor'>) =>
  whatsappMessenger({
    call: vendorCall({
      vendor: 'messaging',
      baseUrl: env.MESSAGING_BASE_URL,
      stage: env.STAGE,
      timeoutMs: 8000,
      codeOf: whatsappCodeOf,
    }),
    token: () => secrets.ofVendor('messaging_token'),
    phoneNumberId: env.MESSAGING_PHONE_NUMBER_ID,
    template: env.MESSAGING_TEMPLATE,
    language: env.MESSAGING_LANGUAGE,
  });
