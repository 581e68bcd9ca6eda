import * as z from 'zod';
import { accountErrors } from '#shared/accounts/errors.ts';
import { hashPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { networkLimit } from '#shared/accounts/sign-in-attempt.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { Message } from '#shared/http/message.ts';
import { audit, devUsers } from '#shared/operators/needs.ts';
import { fail } from '#shared/values/errors.ts';
import { operatorLoginLimit } from './login-limit.ts';
import { OperatorPassword } from './operator-password.ts';
import { tokensEnded } from './tokens-ended.ts';
import { passwordErrors, verifyCurrentPassword, verifyCurrentPasswordNeeds } from './verify-current-password.ts';

const message = 'The new password is set. Sign in with it.';

export const changeDevUserPassword = defineEndpoint({
  id: 'changeDevUserPassword',
  method: 'POST',
  path: '/api/v1/dev-auth/change-password',
  auth: 'devUser',
  needs: { ...verifyCurrentPasswordNeeds, audit, devUsers },
  summary: 'Change your password as an operator',
  description:
    'Sets a new password and ends every access token of the operator, including this one. Wrong passwords count as failed ' +
    'sign-ins. After a lost response, sign in with the new password.',
  body: z
    .object({
      current_password: z.string().max(1000).meta({ description: 'The current password.' }),
      new_password: OperatorPassword,
    })
    .meta({ id: 'ChangeDevUserPasswordRequest' }),
  responses: { 200: Message },
  answers: { 200: 'The password was changed. All older access tokens stop working.' },
  errors: [...passwordErrors],
  rateLimit: networkLimit(operatorLoginLimit),
  example: {
    body: { current_password: 'correct horse battery staple', new_password: 'four plain words together' },
    responses: { 200: { message } },
  },

  async handle({ body, actor: { devUser }, sourceIp }, deps) {
    const headers = await verifyCurrentPassword(devUser, { password: body.current_password, sourceIp }, deps);
    const changes = {
      passwordHash: await hashPassword(body.new_password),
      ...tokensEnded(devUser, deps.now()),
    };
    const isSet = await deps.devUsers.change(devUser, changes, {
      condition: '#passwordHash = :verified',
      values: { ':verified': devUser.passwordHash },
      also: deps.audit.parts({
        actor: { kind: 'operator', id: String(devUser.id) },
        action: 'change_operator_password',
        userId: null,
        details: { operator_id: devUser.id },
      }),
    });
    if (!isSet) throw fail(accountErrors.wrong_password, { headers });
    return ok({ message }, headers);
  },
});
