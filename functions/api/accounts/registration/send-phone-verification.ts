import * as z from 'zod';
import { codes, messenger, phoneCodes } from '#shared/accounts/codes/needs.ts';
import { codeLimits } from '#shared/accounts/codes/rules/codes.ts';
import { codesLimit, sendCode } from '#shared/accounts/codes/send-code.ts';
import { accountErrors } from '#shared/accounts/errors.ts';
import { ipNetworkId, users } from '#shared/accounts/needs.ts';
import { PhoneField } from '#shared/accounts/phone-field.ts';
import { emailOfPhone } from '#shared/accounts/rules/phone-accounts.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { limits } from '#shared/limits/needs.ts';
import { operatorDomain } from '#shared/operators/needs.ts';
import { fail, invalid, serviceErrors } from '#shared/values/errors.ts';
import { inWords } from '#shared/values/number-texts.ts';
import { sendPhoneCode } from '../send-phone-code.ts';

export const sendPhoneVerification = defineEndpoint({
  id: 'sendPhoneVerification',
  method: 'POST',
  path: '/api/v1/auth/send-phone-verification',
  auth: 'none',
  needs: { codes, ipNetworkId, limits, messenger, operatorDomain, phoneCodes, users },
  cors: 'front_ends',
  summary: 'Send a code to a phone',
  description:
    `Sends a code to a phone by the messaging app. A code has six digits and is valid for ${codeLimits.lifetimeSeconds / 60} minutes and ${inWords(codeLimits.failures)} attempts; a newer code replaces it. Create the account ` +
    'with `complete-registration`, the `email` of this response and the code. Codes are limited per phone (one a minute), ' +
    'per network (IPv4 /24, IPv6 /56; 5 an hour, 20 a day), per first 7 digits (50 an hour) and in all.',
  body: z.object({ phone: PhoneField }).meta({ id: 'SendPhoneVerificationRequest' }),
  responses: {
    200: z
      .object({
        email: z.string().meta({ description: 'The generated e-mail address of the account.' }),
        expires_in: z.int().meta({ description: 'Seconds until the code expires.' }),
      })
      .meta({ id: 'PhoneCodeSent' }),
  },
  answers: {
    200: `The code was sent. It is valid for ${codeLimits.lifetimeSeconds / 60} minutes. The body holds the generated e-mail.`,
  },
  errors: [
    accountErrors.email_taken,
    accountErrors.code_sent_recently,
    accountErrors.too_many_attempts,
    serviceErrors.too_many_requests,
    accountErrors.message_not_sent,
    serviceErrors.vendor_unavailable,
  ],
  rateLimit: codesLimit,
  example: {
    body: { phone: '+351 912 345 678' },
    responses: { 200: { email: 'user+351912345678@operator.example', expires_in: 600 } },
  },

  async handle({ body: { phone }, sourceIp }, deps) {
    const { countries } = deps.phoneCodes;
    if (countries.length > 0 && !(phone.country && countries.includes(phone.country)))
      throw invalid({
        type: 'value_error',
        loc: ['body', 'phone'],
        msg: 'No codes are sent to numbers of this country',
      });
    const email = emailOfPhone(phone.number, deps.operatorDomain);
    if (await deps.users.byEmail(email)) throw fail(accountErrors.email_taken);
    const holder = { purpose: 'phone', address: phone.number, sourceIp } as const;
    const ipNetwork = await deps.ipNetworkId(sourceIp);
    const headers = await sendCode(holder, (code) => sendPhoneCode({ phone: phone.number, code, ipNetwork, isReset: false }, deps), deps);
    return ok({ email, expires_in: codeLimits.lifetimeSeconds }, headers);
  },
});
