import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { accountErrors } from '#shared/accounts/errors.ts';
import { ipNetworkId, users } from '#shared/accounts/needs.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import { loginLimit } from '#shared/accounts/sign-in/login-limit.ts';
import { NewPassword } from '#shared/accounts/sign-in/new-password.ts';
import { onlySession } from '#shared/accounts/sign-in/only-session.ts';
import { ownerErrors, ownerProof, requireOwner } from '#shared/accounts/sign-in/require-owner.ts';
import { hashPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { networkLimit } from '#shared/accounts/sign-in-attempt.ts';
import { activity } from '#shared/activity/activity.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { Message } from '#shared/http/message.ts';
import { limits } from '#shared/limits/needs.ts';
import type { EffectOf } from '#shared/messages/effects.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { mailTime } from '#shared/values/mail-time.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';

const message = 'The new password is set. Every other session has ended.';

export const changePassword = defineEndpoint({
  id: 'changePassword',
  method: 'POST',
  path: '/api/v1/auth/change-password',
  auth: 'user',
  needs: { ipNetworkId, limits, users },
  summary: 'Change your password',
  description:
    'Sets a new password, ends every other session of the account, and notifies the owner by e-mail (`listEmails` shows the outcome). Wrong passwords ' +
    'and codes count as failed sign-ins (see `login`). If the response is lost, a retry returns 403 and the new password works. An ' +
    'account without a password gets one with `forgotPassword`.',
  body: z
    .object({
      current_password: ownerProof.password.meta({ description: 'The current password.' }),
      new_password: NewPassword,
      mfa_code: ownerProof.mfa_code,
    })
    .meta({ id: 'ChangePasswordRequest' }),
  responses: { 200: Message },
  answers: {
    200: 'The password was changed. The access token of this request still works; all others do not.',
  },
  errors: ownerErrors,
  rateLimit: networkLimit(loginLimit),
  example: {
    body: { current_password: 'correct horse battery', new_password: 'correct horse battery staple' },
    responses: { 200: { message } },
  },

  async handle({ body: { current_password: password, new_password, mfa_code }, actor, sourceIp }, deps) {
    const { user, sessionId } = actor;
    const headers = await requireOwner(user, { password, mfa_code, sourceIp }, deps);
    const passwordHash = await hashPassword(new_password);
    const { changes, condition, ...options } = onlySession(user, sessionId, deps.now());
    const change = deps.users.changePart(
      user.id,
      { ...changes, passwordHash },
      {
        ...options,
        effects: [noticeTo(user, deps.now()), await activity('password_changed', ownAccountOf(user.id))],
        condition: `${condition} AND #passwordHash = :verified`,
        values: { ...options.values, ':verified': user.passwordHash },
      },
    );
    if (await deps.users.transactOrConflict([change])) return ok({ message }, headers);
    const current = await deps.users.byId(user.id);
    throw fail(current?.passwordHash === user.passwordHash ? serviceErrors.unavailable : accountErrors.wrong_password);
  },
});

const noticeTo = ({ id }: User, at: number): EffectOf<'mail'> => ({
  kind: 'mail',
  id: `password_changed#${randomUUID()}`,
  to_user: id,
  template: 'password_changed_by_owner',
  data: { at: mailTime(new Date(at).toISOString()) },
});
