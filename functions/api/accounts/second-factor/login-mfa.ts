import * as z from 'zod';
import { accountErrors } from '#shared/accounts/errors.ts';
import { ipNetworkId, users } from '#shared/accounts/needs.ts';
import { MfaCode } from '#shared/accounts/second-factor/mfa-code.ts';
import { mfaLimit, unusedSince } from '#shared/accounts/second-factor/second-factor.ts';
import { mfaErrors, verifyMfa } from '#shared/accounts/second-factor/verify-mfa.ts';
import { AuthResponse, exampleAuthResponse, signedIn } from '#shared/accounts/sign-in/auth-response.ts';
import { tokens } from '#shared/accounts/sign-in/needs.ts';
import { signIn } from '#shared/accounts/sign-in/start-session.ts';
import { networkLimit } from '#shared/accounts/sign-in-attempt.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { limits } from '#shared/limits/needs.ts';
import { fail } from '#shared/values/errors.ts';

export const loginMfa = defineEndpoint({
  id: 'loginMfa',
  method: 'POST',
  path: '/api/v1/auth/login/mfa',
  auth: 'none',
  needs: { ipNetworkId, limits, tokens, users },
  cors: 'front_ends',
  summary: 'Sign in with the second factor',
  description:
    'Completes a sign-in that returned `mfa_required`, with a code of the authenticator app or a recovery code. Each code ' +
    'works once: after a lost response, wait for the next code. After 10 wrong codes in an hour from one network (IPv4 /24, ' +
    'IPv6 /56), or 30 in total, further codes are refused for the rest of the hour. A network from which the user signed in during the last ' +
    '30 days has its own 10.',
  body: z
    .object({
      mfa_token: z.string().max(4096).meta({ description: 'From the `mfa_required` response. Valid for 5 minutes.' }),
      code: MfaCode,
    })
    .meta({ id: 'LoginMfaRequest' }),
  responses: { 200: AuthResponse },
  answers: { 200: 'Signed in. The body holds an access token and the user.' },
  errors: [...mfaErrors, accountErrors.invalid_mfa_token],
  rateLimit: networkLimit(mfaLimit),
  example: {
    body: { mfa_token: 'eyJhbGciOiJIUzI1NiIsImtpZCI6IjEyMzQ1Njc4In0.e30.example', code: '492039' },
    responses: { 200: exampleAuthResponse },
  },

  async handle({ body: { mfa_token, code }, sourceIp, header }, deps) {
    const token = await deps.tokens.verify('mfa', mfa_token);
    const user = token && (await deps.users.byId(token.subject));
    if (!user?.isActive || !user.mfa || token?.validAfter !== user.tokensValidAfter) throw fail(accountErrors.invalid_mfa_token);
    const { mfa, attempt } = await verifyMfa(`user ${user.id}`, user, { code, sourceIp }, deps);
    const session = await signIn(user, { sourceIp, header }, 'second_factor', deps);
    const { id, changes, ended, effects } = session;
    const options = { ended, effects, ...unusedSince(user.mfa) };
    const change = deps.users.changePart(user.id, { ...changes, mfa }, options);
    if (!(await deps.users.transactOrConflict([change]))) throw await attempt.refused(accountErrors.wrong_mfa_code);
    return ok(await signedIn(user, id, deps), await attempt.succeeded());
  },
});
