import * as z from 'zod';
import { AuthResponse, exampleAuthResponse, signedIn } from '#shared/accounts/auth-response.ts';
import { Email } from '#shared/accounts/fields.ts';
import type { RateLimit, Taken } from '#shared/data/rate-limits.ts';
import type { AccountDeps } from '#shared/deps.ts';
import { hashPassword, verifyPassword } from '#shared/domain/passwords.ts';
import type { User } from '#shared/domain/users.ts';
import { endpointWith, ok } from '#shared/http/endpoint.ts';
import { fail } from '#shared/http/errors.ts';
import { limitReached, rateLimitHeaders } from '#shared/http/rate-limit-headers.ts';
import { log } from '#shared/log.ts';

/** Failures of an e-mail (contract 2). */
const loginFailures: RateLimit = { name: 'login', limit: 10, windowSeconds: 900 };

export const login = endpointWith<AccountDeps>()({
  id: 'login',
  method: 'POST',
  path: '/api/v1/auth/login',
  auth: 'none',
  cors: 'front_ends',
  summary: 'Signs in with e-mail and password',
  description:
    'One answer for an unknown e-mail, a wrong password and an inactive account. Ten failures of an e-mail within 15 minutes close it for the rest of them, whoever failed.',
  body: z.object({ email: Email, password: z.string().max(1000) }).meta({ id: 'LoginRequest' }),
  responses: { 200: AuthResponse },
  errors: ['invalid_credentials', 'too_many_failures'],
  rateLimit: loginFailures,
  example: {
    body: { email: 'ada@northwind.example', password: 'correct horse battery staple' },
    responses: { 200: exampleAuthResponse },
  },

  // Known or not, the same calls and one hash; the failure is counted before the password is looked at.
  async handle({ body: { email, password } }, deps) {
    const { limits, users } = deps;
    const [taken, user] = await Promise.all([limits.take(loginFailures, email), users.byEmail(email)]);
    if (!taken.isAllowed) throw limitReached(loginFailures, taken, 'too_many_failures');
    const { isRight, needsRehash } = await verifyPassword(
      password,
      user?.isActive ? user.passwordHash : null,
    );
    if (!user || !isRight)
      throw fail('invalid_credentials', { headers: rateLimitHeaders(loginFailures, taken) });
    const [left, answer] = await Promise.all([
      noFailure(taken, email, deps),
      signedIn(user, deps),
      needsRehash && rehash(user, password, deps),
    ]);
    return ok(answer, rateLimitHeaders(loginFailures, { ...taken, ...left }));
  },
});

/** Whoever has the password is let in, also when the store does not take the failure back. */
const noFailure = (taken: Taken, email: string, { limits }: AccountDeps) =>
  limits.giveBack(loginFailures, email, taken).catch((error: Error) => {
    log.warn('a sign-in counts as a failure', { error });
    return {};
  });

/** Only over the hash that was verified: a password that was set meanwhile stays. */
async function rehash({ id, passwordHash }: User, password: string, { users }: AccountDeps): Promise<void> {
  const condition = { condition: '#passwordHash = :verified', values: { ':verified': passwordHash } };
  await users
    .change(id, { passwordHash: await hashPassword(password) }, condition)
    .catch((error: Error) => log.warn('a password keeps its old hash', { error }));
}
