import * as z from 'zod';
import { accountErrors } from '#shared/accounts/errors.ts';
import { Email } from '#shared/accounts/fields.ts';
import { isKnownNetwork } from '#shared/accounts/rules/known-networks.ts';
import { verifyPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { networkLimit, signInAttempt } from '#shared/accounts/sign-in-attempt.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { limits } from '#shared/limits/needs.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { operatorLoginLimit } from './login-limit.ts';
import { DevAuthResponse, exampleDevAuthResponse, signIn, signInNeeds } from './sign-in.ts';

export const loginDevUser = defineEndpoint({
  id: 'loginDevUser',
  method: 'POST',
  path: '/api/v1/dev-auth/login',
  auth: 'none',
  needs: { ...signInNeeds, limits },
  unknownFields: 'refused',
  summary: 'Sign in as an operator',
  description:
    'Signs an operator in. Returns the same response for an unknown e-mail, a wrong password and an inactive account. An e-mail can have 10 failed sign-ins from one network (IPv4 /24, IPv6 /56) in 15 minutes, and 100 from all networks together. A network from ' +
    'which the operator signed in during the last 30 days has its own 10, outside the 100. Parallel sign-ins that could ' +
    'exceed the limit wait for one another, then return `too_many_requests` after about two seconds. An operator with a ' +
    'second factor gets `mfa_required` with an `mfa_token` for `loginDevUserMfa`. The access token also works in `x-svc-dev-token`, in place of an operator token.',
  body: z.object({ email: Email, password: z.string().max(1000) }).meta({ id: 'LoginDevUserRequest' }),
  responses: {
    200: DevAuthResponse,
  },
  errors: [accountErrors.invalid_credentials, accountErrors.mfa_required, accountErrors.too_many_failures, serviceErrors.too_many_requests],
  rateLimit: networkLimit(operatorLoginLimit),
  example: {
    body: { email: 'grace@operator.example', password: 'correct horse battery staple' },
    responses: {
      200: exampleDevAuthResponse,
    },
  },

  async handle({ body, sourceIp }, deps) {
    const { devUsers, limits, tokens, ipNetworkId, now } = deps;
    const ipNetwork = await ipNetworkId(sourceIp);
    const devUser = await devUsers.byEmail(body.email);
    const knownNetworks = devUser?.isActive ? devUser.knownNetworks : undefined;
    const caller = {
      email: body.email,
      ipNetwork,
      isKnown: isKnownNetwork(knownNetworks, ipNetwork, now()),
      account: devUser?.id ?? null,
      isOperator: true,
    };
    // The attempt is counted before the password is checked, so parallel guesses cannot exceed ten.
    const attempt = await signInAttempt(operatorLoginLimit, caller, { limits });
    const { isRight } = await verifyPassword(body.password, devUser?.isActive ? devUser.passwordHash : null);
    if (!devUser || !isRight) throw await attempt.failed();

    const headers = await attempt.succeeded();
    if (devUser.mfa) {
      const { tokensValidAfter: validAfter = 0 } = devUser;
      const { token } = await tokens.issue('operator_mfa', devUser.id, { validAfter });
      throw fail(accountErrors.mfa_required, { headers, more: { mfa_token: token } });
    }
    const answer = await signIn(devUser, sourceIp, {}, deps);
    if (!answer) throw fail(serviceErrors.unavailable);
    return ok(answer, headers);
  },
});
