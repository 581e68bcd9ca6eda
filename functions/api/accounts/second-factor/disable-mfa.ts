import * as z from 'zod';
import { accountErrors } from '#shared/accounts/errors.ts';
import { ipNetworkId, users } from '#shared/accounts/needs.ts';
import { MfaCode } from '#shared/accounts/second-factor/mfa-code.ts';
import { mfaLimit, unusedSince } from '#shared/accounts/second-factor/second-factor.ts';
import { mfaErrors, verifyMfa } from '#shared/accounts/second-factor/verify-mfa.ts';
import { passwordErrors, verifyCurrentPassword } from '#shared/accounts/sign-in/verify-current-password.ts';
import { networkLimit } from '#shared/accounts/sign-in-attempt.ts';
import { activity } from '#shared/activity/activity.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { Message } from '#shared/http/message.ts';
import { limits } from '#shared/limits/needs.ts';
import { audit } from '#shared/operators/needs.ts';
import { fail } from '#shared/values/errors.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';
import { mfaNotice } from './mfa-notice.ts';

const message = 'The second factor is disabled.';

export const disableMfa = defineEndpoint({
  id: 'disableMfa',
  method: 'POST',
  path: '/api/v1/auth/mfa/disable',
  auth: 'user',
  needs: { audit, ipNetworkId, limits, users },
  summary: 'Disable the second factor',
  description:
    'Removes the second factor and its recovery codes, and notifies the owner by e-mail (`listEmails` shows the outcome). Needs the password and a code of ' +
    'the authenticator app or a recovery code. A password reset does not remove the second factor. If the response is lost, a retry returns 409.',
  body: z.object({ password: z.string().max(1000), code: MfaCode }).meta({ id: 'DisableMfaRequest' }),
  responses: { 200: Message },
  answers: { 200: 'The second factor is disabled.' },
  errors: [...passwordErrors, ...mfaErrors, accountErrors.mfa_not_enabled],
  rateLimit: networkLimit(mfaLimit),
  example: {
    body: { password: 'correct horse battery staple', code: '492039' },
    responses: { 200: { message } },
  },

  async handle({ body: { password, code }, actor: { user }, sourceIp }, deps) {
    if (!user.mfa) throw fail(accountErrors.mfa_not_enabled);
    await verifyCurrentPassword(user, { password, sourceIp }, deps);
    const { attempt } = await verifyMfa(`user ${user.id}`, user, { code, sourceIp }, deps);
    const headers = await attempt.succeeded();
    const isRemoved = await deps.users.transactOrConflict([
      deps.users.changePart(
        user.id,
        { mfa: null },
        {
          ...unusedSince(user.mfa),
          effects: [mfaNotice(user, 'mfa_disabled', deps.now()), await activity('mfa_disabled', ownAccountOf(user.id))],
        },
      ),
      ...deps.audit.parts({
        actor: { kind: 'user', id: String(user.id) },
        action: 'disable_mfa',
        userId: ownAccountOf(user.id),
      }),
    ]);
    if (!isRemoved) throw fail((await deps.users.byId(user.id))?.mfa ? accountErrors.wrong_mfa_code : accountErrors.mfa_not_enabled);
    return ok({ message }, headers);
  },
});
