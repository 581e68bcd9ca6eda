import * as z from 'zod';
import { Email } from '#shared/accounts/fields.ts';
import { signInAttempt } from '#shared/accounts/sign-in-attempt.ts';
import type { OperatorAuthDeps } from '#shared/deps.ts';
import { verifyPassword } from '#shared/domain/passwords.ts';
import { endpointWith, ok } from '#shared/http/endpoint.ts';
import { DevUserRecord, devUserRecordOf, exampleDevUser } from './dev-user-record.ts';

const failures = { name: 'dev-login-failures', limit: 10, windowSeconds: 900 } as const;

export const loginDevUser = endpointWith<OperatorAuthDeps>()({
  id: 'loginDevUser',
  method: 'POST',
  path: '/api/v1/dev-auth/login',
  auth: 'none',
  cors: 'none',
  summary: 'Sign in as an operator',
  description:
    'Signs an operator in. The same answer for an unknown e-mail, a wrong password and an inactive account. After ten failures of an e-mail ' +
    'within 15 minutes it is refused until they are over, right or wrong. Sign-ins side by side wait for one another where they could be ' +
    'failures too many; `too_many_requests` when that takes more than some two seconds.',
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
  rateLimit: failures,
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

  async handle({ body }, { devUsers, limits, tokens, audit }) {
    // Taken before the password is looked at, so that many guesses at once are no more than ten.
    const attempt = await signInAttempt(failures, body.email, { limits });
    const devUser = await devUsers.byEmail(body.email);
    const { isRight } = await verifyPassword(body.password, devUser?.isActive ? devUser.passwordHash : null);
    if (!devUser || !isRight) throw await attempt.failed();

    const headers = await attempt.succeeded();
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
