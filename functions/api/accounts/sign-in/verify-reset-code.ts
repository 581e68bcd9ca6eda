import * as z from 'zod';
import { attemptsLimit, checkCode } from '#shared/accounts/codes/check-code.ts';
import { codes } from '#shared/accounts/codes/needs.ts';
import { codeLimits } from '#shared/accounts/codes/rules/codes.ts';
import { canRestore } from '#shared/accounts/deletion/rules/account-restore.ts';
import { accountErrors } from '#shared/accounts/errors.ts';
import { CodeGuess, Email } from '#shared/accounts/fields.ts';
import { ipNetworkId, users } from '#shared/accounts/needs.ts';
import { tokens } from '#shared/accounts/sign-in/needs.ts';
import { queues } from '#shared/aws/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { fail } from '#shared/values/errors.ts';
import { inWords } from '#shared/values/number-texts.ts';

export const verifyResetCode = defineEndpoint({
  id: 'verifyResetCode',
  method: 'POST',
  path: '/api/v1/auth/verify-reset-code',
  auth: 'none',
  needs: { codes, ipNetworkId, queues, tokens, users },
  cors: 'front_ends',
  summary: 'Verify a password reset code',
  description: `Exchanges a code from \`forgotPassword\` for a reset token. Send the code and the token to \`resetPassword\` to set the new password. After ${inWords(codeLimits.failures)} wrong attempts, here and there together, the code stops working.`,
  body: z.object({ email: Email, code: CodeGuess }).meta({ id: 'VerifyResetCodeRequest' }),
  responses: {
    200: z
      .object({
        reset_token: z.string().meta({ description: 'Short-lived token for `reset-password`.' }),
        expires_in: z.int().meta({ description: 'Seconds.' }),
      })
      .meta({ id: 'ResetToken' }),
  },
  answers: {
    200: 'The code is right. The body holds the reset token.',
  },
  errors: [accountErrors.invalid_code, accountErrors.code_expired, accountErrors.too_many_attempts],
  rateLimit: attemptsLimit,
  example: {
    body: { email: 'ada@northwind.example', code: '042917' },
    responses: {
      200: { reset_token: 'eyJhbGciOiJIUzI1NiIsImtpZCI6IjEyMzQ1Njc4In0.e30.example', expires_in: 600 },
    },
  },

  async handle({ body: { email, code }, sourceIp }, deps) {
    const { headers } = await checkCode({ purpose: 'reset', address: email, guess: code, sourceIp }, deps);
    const user = await deps.users.byEmail(email);
    if (!user || !(user.isActive || canRestore(user, deps.now()))) throw fail(accountErrors.invalid_code, { headers });
    const { id, tokensValidAfter: validAfter } = user;
    const { token, expiresInSeconds } = await deps.tokens.issue('reset', id, { validAfter });
    return ok({ reset_token: token, expires_in: expiresInSeconds }, headers);
  },
});
