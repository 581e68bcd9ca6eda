import * as z from 'zod';
import { accountErrors } from '#shared/accounts/errors.ts';
import { exampleNewMfa, NewMfa } from '#shared/accounts/second-factor/new-mfa.ts';
import { newSecondFactor } from '#shared/accounts/second-factor/second-factor.ts';
import { networkLimit } from '#shared/accounts/sign-in-attempt.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { devUsers } from '#shared/operators/needs.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { operatorLoginLimit } from './login-limit.ts';
import { passwordErrors, verifyCurrentPassword, verifyCurrentPasswordNeeds } from './verify-current-password.ts';

export const enrollDevUserMfa = defineEndpoint({
  id: 'enrollDevUserMfa',
  method: 'POST',
  path: '/api/v1/dev-auth/mfa/enroll',
  auth: 'devUser',
  needs: { ...verifyCurrentPasswordNeeds, devUsers },
  summary: 'Enroll a second factor as an operator',
  description:
    'Returns a secret for an authenticator app (TOTP) and ten recovery codes, all shown once. Nothing changes until ' +
    '`confirmDevUserMfa`; enrolling again replaces them. Wrong passwords count as failed sign-ins.',
  body: z.object({ password: z.string().max(1000) }).meta({ id: 'EnrollDevUserMfaRequest' }),
  responses: { 200: NewMfa },
  answers: { 200: 'The second factor was created. Confirm it with a code of the authenticator app.' },
  errors: [...passwordErrors, accountErrors.mfa_enabled],
  rateLimit: networkLimit(operatorLoginLimit),
  example: {
    body: { password: 'correct horse battery staple' },
    responses: { 200: exampleNewMfa },
  },

  async handle({ body: { password }, actor: { devUser }, sourceIp }, deps) {
    if (devUser.mfa) throw fail(accountErrors.mfa_enabled);
    const headers = await verifyCurrentPassword(devUser, { password, sourceIp }, deps);
    const holder = { holder: `operator ${devUser.id}`, email: devUser.email } as const;
    const { pending: pendingMfa, shown } = await newSecondFactor(holder, deps);
    if (!(await deps.devUsers.change(devUser, { pendingMfa }))) throw fail(serviceErrors.unavailable);
    return ok(shown, headers);
  },
});
