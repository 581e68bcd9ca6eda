import * as z from 'zod';
import { namedUser, namesOneUser, userNaming } from '#shared/accounts/named-user.ts';
import { NewPassword } from '#shared/accounts/sign-in/new-password.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { GivenReason } from '#shared/operators/given-reason.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { setPassword, setPasswordNeeds } from './set-password.ts';

const message = 'The new password is set, and every session of the user has ended.';

export const changeUserPassword = defineEndpoint({
  id: 'changeUserPassword',
  method: 'POST',
  path: '/api/v1/dev/change-user-password',
  auth: 'operator',
  needs: setPasswordNeeds,
  summary: 'Change the password of a user',
  description:
    "Sets a user's password, ends the user's sessions, clears the failed sign-ins, and notifies the user by e-mail. " +
    'Every token issued before is refused at once. An invalidated account stays invalidated.',
  body: z.object({ ...userNaming, new_password: NewPassword, reason: GivenReason }).meta({ id: 'ChangeUserPasswordRequest' }),
  check: namesOneUser,
  responses: { 200: z.object({ message: z.string(), user_id: z.int() }).meta({ id: 'UserPasswordChanged' }) },
  errors: [serviceErrors.not_found],
  example: {
    body: { email: 'ada@northwind.example', new_password: 'correct horse battery staple' },
    responses: { 200: { message, user_id: 245_813_760_001_024 } },
  },

  async handle({ body, actor }, deps) {
    const user = await namedUser(body, deps.users);
    await setPassword(user, body.new_password, { by: actor.by, reason: body.reason }, deps);
    return ok({ message, user_id: user.id });
  },
});
