import * as z from 'zod';
import { attemptsLimit, checkCode } from '#shared/accounts/codes/check-code.ts';
import { codes } from '#shared/accounts/codes/needs.ts';
import { canRestore } from '#shared/accounts/deletion/rules/account-restore.ts';
import { accountErrors } from '#shared/accounts/errors.ts';
import { CodeGuess, Email } from '#shared/accounts/fields.ts';
import { ipNetworkId } from '#shared/accounts/needs.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import { loginLimit } from '#shared/accounts/sign-in/login-limit.ts';
import { tokens } from '#shared/accounts/sign-in/needs.ts';
import { NewPassword } from '#shared/accounts/sign-in/new-password.ts';
import { hashPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { clearFailuresParts } from '#shared/accounts/sign-in-attempt.ts';
import type { Claims } from '#shared/accounts/tokens.ts';
import { queues } from '#shared/aws/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { limits } from '#shared/limits/needs.ts';
import { fail } from '#shared/values/errors.ts';
import { newPasswordPart, newPasswordPartNeeds } from './new-password-part.ts';

const message = 'The new password is set. Sign in with it.';

export const resetPassword = defineEndpoint({
  id: 'resetPassword',
  method: 'POST',
  path: '/api/v1/auth/reset-password',
  auth: 'none',
  needs: { ...newPasswordPartNeeds, codes, ipNetworkId, limits, queues, tokens },
  cors: 'front_ends',
  summary: 'Set a new password',
  description:
    'Sets a new password with the code and the reset token. Uses up the code and the token, ends every session of the account, and clears the failed sign-ins and wrong codes of its e-mail. A deleted account stays deleted and can be restored with the new password. If nobody had verified the e-mail, the account is recovered: keys, webhook endpoints, exports, team members, invitations and team memberships from before end, a second factor is removed, and one e-mail lists them. If the response is lost, a retry returns 400 and the new password works.',
  body: z
    .object({
      email: Email,
      code: CodeGuess,
      reset_token: z.string().max(4096).meta({ description: 'Short-lived token for `reset-password`.' }),
      new_password: NewPassword,
    })
    .meta({ id: 'ResetPasswordRequest' }),
  responses: { 200: z.object({ message: z.string() }).meta({ id: 'PasswordReset' }) },
  answers: {
    200: 'The password was changed. All older access tokens stop working.',
  },
  errors: [accountErrors.invalid_reset_token, accountErrors.invalid_code, accountErrors.code_expired, accountErrors.too_many_attempts],
  rateLimit: attemptsLimit,
  example: {
    body: {
      email: 'ada@northwind.example',
      code: '042917',
      reset_token: 'eyJhbGciOiJIUzI1NiIsImtpZCI6IjEyMzQ1Njc4In0.e30.example',
      new_password: 'correct horse battery staple',
    },
    responses: { 200: { message } },
  },

  async handle({ body: { email, code, reset_token, new_password }, sourceIp }, deps) {
    const { users, tokens, codes } = deps;
    const token = await tokens.verify('reset', reset_token);
    const user = token && (await users.byId(token.subject));
    const isOpen = user && (user.isActive || canRestore(user, deps.now()));
    if (!token || !isOpen || user.email !== email || isEnded(token, user)) throw fail(accountErrors.invalid_reset_token);
    const { generation, counters, headers } = await checkCode({ purpose: 'reset', address: email, guess: code, sourceIp }, deps);
    const passwordHash = await hashPassword(new_password);
    const isSet = await users.transactOrConflict([
      codes.usePart('reset', email, generation, counters),
      await newPasswordPart({ user, passwordHash, resetId: generation }, deps),
      // Failed sign-ins of other people must not lock out the owner of the mailbox, so the reset clears them.
      ...clearFailuresParts(loginLimit, user, deps),
    ]);
    if (!isSet) throw fail(accountErrors.invalid_code, { headers });
    return ok({ message }, headers);
  },
});

/** A wrong clock may have set the account's stored time, so equality with the token's value decides. */
const isEnded = ({ validAfter, issuedAt }: Claims<'reset'>, { tokensValidAfter }: User): boolean =>
  validAfter === undefined ? issuedAt <= tokensValidAfter : validAfter !== tokensValidAfter;
