import * as z from 'zod';
import { attemptsLimit, checkCode } from '#shared/accounts/check-code.ts';
import { CodeGuess, Email } from '#shared/accounts/fields.ts';
import type { AccountDeps } from '#shared/deps.ts';
import { endpointWith, ok } from '#shared/http/endpoint.ts';

export const verifyCode = endpointWith<AccountDeps>()({
  id: 'verifyCode',
  method: 'POST',
  path: '/api/v1/auth/verify-code',
  auth: 'none',
  cors: 'front_ends',
  summary: 'Verify an e-mail code',
  description:
    'Checks a code from `sendVerification`. It remains valid for `completeRegistration`. Five wrong codes, here and at complete-registration together, close the code: then even the right one is refused.',
  body: z.object({ email: Email, code: CodeGuess }).meta({ id: 'VerifyCodeRequest' }),
  responses: { 200: z.object({ verified: z.literal(true) }).meta({ id: 'CodeVerified' }) },
  answers: {
    200: 'The code is right. It remains valid for `completeRegistration`.',
  },
  errors: ['invalid_code', 'code_expired', 'too_many_attempts'],
  rateLimit: attemptsLimit,
  example: {
    body: { email: 'ada@northwind.example', code: '042917' },
    responses: { 200: { verified: true } },
  },

  async handle({ body: { email, code }, sourceIp }, deps) {
    const { headers } = await checkCode(
      { purpose: 'registration', address: email, guess: code, sourceIp },
      deps,
    );
    return ok({ verified: true }, headers);
  },
});
