import * as z from 'zod';
import { AuthResponse, exampleAuthResponse, signedIn } from '#shared/accounts/auth-response.ts';
import { Email } from '#shared/accounts/fields.ts';
import { signInAttempt } from '#shared/accounts/sign-in-attempt.ts';
import type { RateLimit } from '#shared/data/rate-limits.ts';
import type { AccountDeps } from '#shared/deps.ts';
import { hashPassword, verifyPassword } from '#shared/domain/passwords.ts';
import type { User } from '#shared/domain/users.ts';
import { endpointWith, ok } from '#shared/http/endpoint.ts';
import { log } from '#shared/log.ts';

/** Failures of an e-mail (contract 2). */
const loginFailures: RateLimit = { name: 'login', limit: 10, windowSeconds: 900 };

export const login = endpointWith<AccountDeps>()({
  id: 'login',
  method: 'POST',
  path: '/api/v1/auth/login',
  auth: 'none',
  cors: 'front_ends',
  summary: 'Sign in with e-mail and password',
  description:
    'Signs in with e-mail and password. One answer for an unknown e-mail, a wrong password and an inactive account. Ten failures of an e-mail within 15 minutes close it for the rest of them, whoever failed. Sign-ins side by side wait for one another where they could be failures too many; `too_many_requests` when that takes more than some two seconds.',
  body: z.object({ email: Email, password: z.string().max(1000) }).meta({ id: 'LoginRequest' }),
  responses: { 200: AuthResponse },
  answers: {
    200: 'Signed in. The body holds an access token and the user.',
  },
  errors: ['invalid_credentials', 'too_many_failures', 'too_many_requests'],
  rateLimit: loginFailures,
  example: {
    body: { email: 'ada@northwind.example', password: 'correct horse battery staple' },
    responses: { 200: exampleAuthResponse },
  },

  // Known or not, the same calls and one hash; the failure is counted before the password is looked at.
  async handle({ body: { email, password } }, deps) {
    const [attempt, user] = await Promise.all([
      signInAttempt(loginFailures, email, deps),
      deps.users.byEmail(email),
    ]);
    const { isRight, needsRehash } = await verifyPassword(
      password,
      user?.isActive ? user.passwordHash : null,
    );
    if (!user || !isRight) throw await attempt.failed();
    const [headers, answer] = await Promise.all([
      attempt.succeeded(),
      signedIn(user, deps),
      needsRehash && rehash(user, password, deps),
    ]);
    return ok(answer, headers);
  },
});

/** Only over the hash that was verified: a password that was set meanwhile stays. */
async function rehash({ id, passwordHash }: User, password: string, { users }: AccountDeps): Promise<void> {
  const condition = { condition: '#passwordHash = :verified', values: { ':verified': passwordHash } };
  await users
    .change(id, { passwordHash: await hashPassword(password) }, condition)
    .catch((error: Error) => log.warn('a password keeps its old hash', { error }));
}
