import * as z from 'zod';
import { accountErrors } from '#shared/accounts/errors.ts';
import { ipNetworkId, users } from '#shared/accounts/needs.ts';
import { isVerified } from '#shared/accounts/rules/users.ts';
import { exampleNewMfa, NewMfa } from '#shared/accounts/second-factor/new-mfa.ts';
import { newSecondFactor } from '#shared/accounts/second-factor/second-factor.ts';
import { loginLimit } from '#shared/accounts/sign-in/login-limit.ts';
import { passwordErrors, verifyCurrentPassword } from '#shared/accounts/sign-in/verify-current-password.ts';
import { networkLimit } from '#shared/accounts/sign-in-attempt.ts';
import { challenge } from '#shared/http/credentials.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { limits } from '#shared/limits/needs.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';

export const enrollMfa = defineEndpoint({
  id: 'enrollMfa',
  method: 'POST',
  path: '/api/v1/auth/mfa/enroll',
  auth: 'user',
  needs: { ipNetworkId, limits, users },
  summary: 'Enroll a second factor',
  description:
    'Returns a secret for an authenticator app (TOTP) and ten recovery codes, all shown once. Nothing changes until ' +
    '`confirmMfa`; enrolling again replaces them. Requires a verified e-mail address, phone number or ' +
    'identity-provider sign-in. Wrong passwords count as failed sign-ins (see `login`).',
  body: z.object({ password: z.string().max(1000) }).meta({ id: 'EnrollMfaRequest' }),
  responses: { 200: NewMfa },
  answers: { 200: 'The second factor was created. Confirm it with a code of the authenticator app.' },
  errors: [...passwordErrors, accountErrors.mfa_enabled, accountErrors.verification_required, serviceErrors.too_many_requests],
  rateLimit: networkLimit(loginLimit),
  example: {
    body: { password: 'correct horse battery staple' },
    responses: { 200: exampleNewMfa },
  },

  async handle({ body: { password }, actor: { user }, sourceIp }, deps) {
    // An account created with another person's address must not lock that person out.
    if (!isVerified(user)) throw fail(accountErrors.verification_required);
    if (user.mfa) throw fail(accountErrors.mfa_enabled);
    const headers = await verifyCurrentPassword(user, { password, sourceIp }, deps);
    const holder = { holder: `user ${user.id}`, email: user.email } as const;
    const { pending: pendingMfa, shown } = await newSecondFactor(holder, deps);
    if (!(await deps.users.change(user.id, { pendingMfa }))) throw fail(serviceErrors.unauthenticated, challenge);
    return ok(shown, headers);
  },
});
