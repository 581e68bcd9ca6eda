import * as z from 'zod';
import { Email } from '#shared/accounts/fields.ts';
import { networkLimit, type SignInLimit, signInAttempt } from '#shared/accounts/sign-in-attempt.ts';
import type { OperatorAuthDeps } from '#shared/deps.ts';
import { isKnownNetwork, withNetwork } from '#shared/domain/known-networks.ts';
import { verifyPassword } from '#shared/domain/passwords.ts';
import { endpointWith, ok } from '#shared/http/endpoint.ts';
import { log } from '#shared/log.ts';
import { DevUserRecord, devUserRecordOf, exampleDevUser } from './dev-user-record.ts';

const failures: SignInLimit = {
  name: 'dev-login-failures',
  perNetwork: 10,
  perEmail: 100,
  windowSeconds: 900,
};

export const loginDevUser = endpointWith<OperatorAuthDeps>()({
  id: 'loginDevUser',
  method: 'POST',
  path: '/api/v1/dev-auth/login',
  auth: 'none',
  cors: 'none',
  summary: 'Sign in as an operator',
  description:
    'Signs an operator in. Returns the same answer for an unknown e-mail, a wrong password and an inactive account. An e-mail has 10 failed ' +
    'sign-ins from one network (IPv4 /24, IPv6 /56) in 15 minutes, and 100 from all networks together. A network from ' +
    'which the operator signed in during the last 30 days has its own 10, outside the 100. Parallel sign-ins that could ' +
    'exceed the limit wait for one another, then return `too_many_requests` after about two seconds.',
  body: z.object({ email: Email, password: z.string().max(1000) }).meta({ id: 'LoginDevUserRequest' }),
  responses: {
    200: z
      .object({
        access_token: z.string(),
        token_type: z.literal('bearer'),
        expires_in: z.int().meta({ description: 'Seconds.' }),
        dev_user: DevUserRecord,
      })
      .meta({ id: 'DevAuthResponse' }),
  },
  errors: ['invalid_credentials', 'too_many_failures', 'too_many_requests'],
  rateLimit: networkLimit(failures),
  example: {
    body: { email: 'grace@operator.example', password: 'correct horse battery staple' },
    responses: {
      200: {
        access_token: 'eyJhbGciOiJIUzI1NiIsImtpZCI6IjEyMzQ1Njc4In0.e30.example',
        token_type: 'bearer',
        expires_in: 28_800,
        dev_user: exampleDevUser,
      },
    },
  },

  async handle({ body, sourceIp }, { devUsers, limits, tokens, audit, networkId, now }) {
    const network = await networkId(sourceIp);
    const devUser = await devUsers.byEmail(body.email);
    const known = devUser?.isActive ? devUser.knownNetworks : undefined;
    const caller = { email: body.email, network, isKnown: isKnownNetwork(known, network, now()) };
    // Taken before the password is looked at, so that many guesses at once are no more than ten.
    const attempt = await signInAttempt(failures, caller, { limits });
    const { isRight } = await verifyPassword(body.password, devUser?.isActive ? devUser.passwordHash : null);
    if (!devUser || !isRight) throw await attempt.failed();

    const headers = await attempt.succeeded();
    const knownNetworks = withNetwork(known, network, now());
    if (knownNetworks)
      await devUsers
        .setKnownNetworks(devUser.id, knownNetworks)
        .catch((error: Error) => log.warn('a sign-in network is not recorded', { error }));
    const { token, expiresInSeconds } = await tokens.issue('operator', devUser.id);
    await audit.record({
      actor: { kind: 'operator', id: String(devUser.id) },
      action: 'sign_in',
      userId: null,
    });
    return ok(
      {
        access_token: token,
        token_type: 'bearer' as const,
        expires_in: expiresInSeconds,
        dev_user: devUserRecordOf(devUser),
      },
      headers,
    );
  },
});
