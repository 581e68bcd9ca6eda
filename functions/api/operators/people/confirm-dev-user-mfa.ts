import * as z from 'zod';
import { ipNetworkId } from '#shared/accounts/needs.ts';
import { MfaCode } from '#shared/accounts/second-factor/mfa-code.ts';
import { mfaLimit } from '#shared/accounts/second-factor/second-factor.ts';
import { mfaErrors, verifyMfa } from '#shared/accounts/second-factor/verify-mfa.ts';
import { networkLimit } from '#shared/accounts/sign-in-attempt.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { Message } from '#shared/http/message.ts';
import { limits } from '#shared/limits/needs.ts';
import { audit, devUsers } from '#shared/operators/needs.ts';
import { fail } from '#shared/values/errors.ts';
import { tokensEnded } from './tokens-ended.ts';

const message = 'The second factor is enabled. Sign in again.';

export const confirmDevUserMfa = defineEndpoint({
  id: 'confirmDevUserMfa',
  method: 'POST',
  path: '/api/v1/dev-auth/mfa/confirm',
  auth: 'devUser',
  needs: { audit, devUsers, ipNetworkId, limits },
  summary: 'Enable the second factor of an operator',
  description:
    'Enables the second factor from `enrollDevUserMfa` with a code of the authenticator app, and ends every access token of the operator, including this one. From then on every sign-in needs a second code. After a lost response, sign in again.',
  body: z.object({ code: MfaCode }).meta({ id: 'ConfirmDevUserMfaRequest' }),
  responses: { 200: Message },
  answers: { 200: 'The second factor is enabled. All older access tokens stop working.' },
  errors: [...mfaErrors, 'mfa_enabled', 'mfa_not_enabled'],
  rateLimit: networkLimit(mfaLimit),
  example: { body: { code: '492039' }, responses: { 200: { message } } },

  async handle({ body: { code }, actor: { devUser }, sourceIp }, deps) {
    if (devUser.mfa) throw fail('mfa_enabled');
    if (!devUser.pendingMfa) throw fail('mfa_not_enabled');
    const { mfa, attempt } = await verifyMfa(`operator ${devUser.id}`, devUser, { code, sourceIp }, deps);
    const headers = await attempt.succeeded();
    const changes = { mfa, pendingMfa: null, ...tokensEnded(devUser, deps.now()) };
    const isSet = await deps.devUsers.change(devUser, changes, {
      condition: '#isActive = :active AND #pendingMfa.#secret = :confirmed',
      names: { '#isActive': 'isActive', '#secret': 'secret' },
      values: { ':active': true, ':confirmed': mfa.secret },
      also: deps.audit.parts({
        actor: { kind: 'operator', id: String(devUser.id) },
        action: 'enable_operator_mfa',
        userId: null,
        details: { operator_id: devUser.id },
      }),
    });
    if (!isSet) throw fail('mfa_enabled', { headers });
    return ok({ message }, headers);
  },
});
