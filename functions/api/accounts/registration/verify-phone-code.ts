import * as z from 'zod';
import { attemptsLimit, checkCode } from '#shared/accounts/codes/check-code.ts';
import { codes } from '#shared/accounts/codes/needs.ts';
import { accountErrors } from '#shared/accounts/errors.ts';
import { CodeGuess } from '#shared/accounts/fields.ts';
import { ipNetworkId } from '#shared/accounts/needs.ts';
import { PhoneField } from '#shared/accounts/phone-field.ts';
import { emailOfPhone } from '#shared/accounts/rules/phone-accounts.ts';
import { queues } from '#shared/aws/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { operatorDomain } from '#shared/operators/needs.ts';

export const verifyPhoneCode = defineEndpoint({
  id: 'verifyPhoneCode',
  method: 'POST',
  path: '/api/v1/auth/verify-phone-code',
  auth: 'none',
  needs: { codes, ipNetworkId, operatorDomain, queues },
  cors: 'front_ends',
  summary: 'Verify a phone code',
  description:
    'Checks a code from `sendPhoneVerification`. A right code is not used up: send it to `completeRegistration` with the `email` of this response.',
  body: z.object({ phone: PhoneField, code: CodeGuess }).meta({ id: 'VerifyPhoneCodeRequest' }),
  responses: {
    200: z
      .object({
        verified: z.literal(true).meta({ description: 'Always `true`: the code is right.' }),
        email: z.string(),
      })
      .meta({ id: 'PhoneVerified' }),
  },
  answers: {
    200: 'The code is right. It remains valid for `completeRegistration`.',
  },
  errors: [accountErrors.invalid_code, accountErrors.code_expired, accountErrors.too_many_attempts],
  rateLimit: attemptsLimit,
  example: {
    body: { phone: '+351 912 345 678', code: '042917' },
    responses: { 200: { verified: true, email: 'user+351912345678@operator.example' } },
  },

  async handle({ body: { phone, code }, sourceIp }, deps) {
    const { headers } = await checkCode({ purpose: 'phone', address: phone.number, guess: code, sourceIp }, deps);
    const email = emailOfPhone(phone.number, deps.operatorDomain);
    return ok({ verified: true as const, email }, headers);
  },
});
