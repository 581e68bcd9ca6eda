import * as z from 'zod';
import { accountErrors } from '#shared/accounts/errors.ts';
import { ipNetworkId, users } from '#shared/accounts/needs.ts';
import { MfaCode } from '#shared/accounts/second-factor/mfa-code.ts';
import { mfaLimit } from '#shared/accounts/second-factor/second-factor.ts';
import { mfaErrors, verifyMfa } from '#shared/accounts/second-factor/verify-mfa.ts';
import { networkLimit } from '#shared/accounts/sign-in-attempt.ts';
import { activity } from '#shared/activity/activity.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { Message } from '#shared/http/message.ts';
import { limits } from '#shared/limits/needs.ts';
import { audit } from '#shared/operators/needs.ts';
import { fail } from '#shared/values/errors.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';
import { mfaNotice } from './mfa-notice.ts';

const message = 'The second factor is enabled.';

export const confirmMfa = defineEndpoint({
  id: 'confirmMfa',
  method: 'POST',
  path: '/api/v1/auth/mfa/confirm',
  auth: 'user',
  needs: { audit, ipNetworkId, limits, users },
  summary: 'Enable the second factor',
  description:
    'Enables the second factor from `enrollMfa` with a code of the authenticator app, and notifies the owner by e-mail (`listEmails` shows the outcome). ' +
    'From then on every sign-in needs a second code. Sessions stay. If the response is lost, a retry returns 409. ' +
    'After 10 wrong codes in an hour from one network, or 30 in total, further codes are refused for the rest of the hour.',
  body: z.object({ code: MfaCode }).meta({ id: 'ConfirmMfaRequest' }),
  responses: { 200: Message },
  answers: { 200: 'The second factor is enabled.' },
  errors: [...mfaErrors, accountErrors.mfa_enabled, accountErrors.mfa_not_enabled],
  rateLimit: networkLimit(mfaLimit),
  example: { body: { code: '492039' }, responses: { 200: { message } } },

  async handle({ body: { code }, actor: { user }, sourceIp }, deps) {
    if (user.mfa) throw fail(accountErrors.mfa_enabled);
    if (!user.pendingMfa) throw fail(accountErrors.mfa_not_enabled);
    const { mfa, attempt } = await verifyMfa(`user ${user.id}`, user, { code, sourceIp }, deps);
    const headers = await attempt.succeeded();
    const isSet = await deps.users.transactOrConflict([
      deps.users.changePart(
        user.id,
        { mfa, pendingMfa: null },
        {
          effects: [mfaNotice(user, 'mfa_enabled', deps.now()), await activity('mfa_enabled', ownAccountOf(user.id))],
          condition: '#isActive = :active AND #pendingMfa.#secret = :confirmed',
          names: { '#isActive': 'isActive', '#secret': 'secret' },
          values: { ':active': true, ':confirmed': mfa.secret },
        },
      ),
      ...deps.audit.parts({
        actor: { kind: 'user', id: String(user.id) },
        action: 'enable_mfa',
        userId: ownAccountOf(user.id),
      }),
    ]);
    if (!isSet) throw fail((await deps.users.byId(user.id))?.mfa ? accountErrors.mfa_enabled : accountErrors.wrong_mfa_code);
    return ok({ message }, headers);
  },
});
