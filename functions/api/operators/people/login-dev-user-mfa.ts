import * as z from 'zod';
import { accountErrors } from '#shared/accounts/errors.ts';
import { MfaCode } from '#shared/accounts/second-factor/mfa-code.ts';
import { mfaLimit, unusedSince } from '#shared/accounts/second-factor/second-factor.ts';
import { mfaErrors, verifyMfa } from '#shared/accounts/second-factor/verify-mfa.ts';
import { networkLimit } from '#shared/accounts/sign-in-attempt.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { limits } from '#shared/limits/needs.ts';
import { fail } from '#shared/values/errors.ts';
import { DevAuthResponse, exampleDevAuthResponse, signIn, signInNeeds } from './sign-in.ts';

export const loginDevUserMfa = defineEndpoint({
  id: 'loginDevUserMfa',
  method: 'POST',
  path: '/api/v1/dev-auth/login/mfa',
  auth: 'none',
  needs: { ...signInNeeds, limits },
  unknownFields: 'refused',
  summary: 'Sign in as an operator with the second factor',
  description:
    'Completes a sign-in that returned `mfa_required`, with a code of the authenticator app or a recovery code. Each code ' +
    'works once: after a lost response, wait for the next code. After 10 wrong codes in an hour from one network (IPv4 /24, ' +
    'IPv6 /56), or 30 in total, further codes are refused for the rest of the hour. A lost second factor is removed with `updateDevUser`.',
  body: z
    .object({
      mfa_token: z.string().max(4096).meta({ description: 'From the `mfa_required` response. Valid for 5 minutes.' }),
      code: MfaCode,
    })
    .meta({ id: 'LoginDevUserMfaRequest' }),
  responses: { 200: DevAuthResponse },
  errors: [...mfaErrors, accountErrors.invalid_mfa_token],
  rateLimit: networkLimit(mfaLimit),
  example: {
    body: { mfa_token: 'eyJhbGciOiJIUzI1NiIsImtpZCI6IjEyMzQ1Njc4In0.e30.example', code: '492039' },
    responses: { 200: exampleDevAuthResponse },
  },

  async handle({ body: { mfa_token, code }, sourceIp }, deps) {
    const token = await deps.tokens.verify('operator_mfa', mfa_token);
    const devUser = token && (await deps.devUsers.byId(token.subject));
    if (!devUser?.isActive || !devUser.mfa || token?.validAfter !== (devUser.tokensValidAfter ?? 0))
      throw fail(accountErrors.invalid_mfa_token);
    const { mfa, attempt } = await verifyMfa(`operator ${devUser.id}`, devUser, { code, sourceIp }, deps);
    const used = { changes: { mfa }, unused: unusedSince(devUser.mfa) };
    const answer = await signIn(devUser, sourceIp, used, deps);
    if (!answer) throw await attempt.refused(accountErrors.wrong_mfa_code);
    return ok(answer, await attempt.succeeded());
  },
});
