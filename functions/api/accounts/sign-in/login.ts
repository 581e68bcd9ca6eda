import * as z from 'zod';
import { whyInactive } from '#shared/accounts/deletion/rules/account-restore.ts';
import { accountErrors } from '#shared/accounts/errors.ts';
import { Email } from '#shared/accounts/fields.ts';
import { ipNetworkId, users } from '#shared/accounts/needs.ts';
import { isKnownNetwork } from '#shared/accounts/rules/known-networks.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import { mfaRequired } from '#shared/accounts/second-factor/require-mfa.ts';
import { AuthResponse, exampleAuthResponse, signedIn } from '#shared/accounts/sign-in/auth-response.ts';
import { loginLimit } from '#shared/accounts/sign-in/login-limit.ts';
import { tokens } from '#shared/accounts/sign-in/needs.ts';
import { hashPassword, verifyPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { signIn, withoutMfa } from '#shared/accounts/sign-in/start-session.ts';
import { networkLimit, signInAttempt } from '#shared/accounts/sign-in-attempt.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { limits } from '#shared/limits/needs.ts';
import { log } from '#shared/log.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';

const needs = { ipNetworkId, limits, tokens, users };
type Deps = DepsOf<typeof needs>;

export const login = defineEndpoint({
  id: 'login',
  method: 'POST',
  path: '/api/v1/auth/login',
  auth: 'none',
  needs,
  cors: 'front_ends',
  summary: 'Sign in with e-mail and password',
  description: `Signs in with e-mail and password. Returns the same response for an unknown e-mail, a wrong password and an inactive account. A deleted account that can still be restored returns \`403\` with the right password. An e-mail can have ${loginLimit.perNetwork} failed sign-ins from one network (IPv4 /24, IPv6 /56) in ${loginLimit.windowSeconds / 60} minutes, and ${loginLimit.perEmail} from all networks together. A network from which the user signed in during the last 30 days has its own ${loginLimit.perNetwork}, outside the ${loginLimit.perEmail}. Above a limit, every sign-in is refused until the ${loginLimit.windowSeconds / 60} minutes end, even with the right password; a completed password reset clears the failures. Parallel sign-ins that could exceed the limit wait for one another, then return \`too_many_requests\` after about two seconds. An account with a second factor gets \`mfa_required\` with an \`mfa_token\` for \`loginMfa\`.`,
  body: z.object({ email: Email, password: z.string().max(1000) }).meta({ id: 'LoginRequest' }),
  responses: { 200: AuthResponse },
  answers: {
    200: 'Signed in. The body holds an access token and the user.',
  },
  errors: [
    accountErrors.invalid_credentials,
    accountErrors.account_deletion_pending,
    accountErrors.restore_expired,
    accountErrors.mfa_required,
    accountErrors.too_many_failures,
    serviceErrors.too_many_requests,
  ],
  rateLimit: networkLimit(loginLimit),
  example: {
    body: { email: 'ada@northwind.example', password: 'correct horse battery staple' },
    responses: { 200: exampleAuthResponse },
  },

  // Known and unknown e-mails cause the same calls and one hash, so the response time does not reveal an
  // account.
  async handle({ body: { email, password }, sourceIp, header }, deps) {
    const ipNetwork = await deps.ipNetworkId(sourceIp);
    const user = await deps.users.byEmail(email);
    const isKnown = user?.isActive === true && isKnownNetwork(user.knownNetworks, ipNetwork, deps.now());
    const attempt = await signInAttempt(loginLimit, { email, ipNetwork, isKnown, account: user?.id ?? null }, deps);
    const { isRight, needsRehash } = await verifyPassword(
      password,
      user && (user.isActive || whyInactive(user, deps.now()) !== accountErrors.account_inactive) ? user.passwordHash : null,
    );
    if (!user || !isRight) throw await attempt.failed();
    // Only the right password reveals that an account is being deleted.
    if (!user.isActive) throw fail(whyInactive(user, deps.now()), { headers: await attempt.succeeded() });
    if (user.mfa) {
      if (needsRehash) await rehash(user, password, deps);
      throw await mfaRequired(user, deps, await attempt.succeeded());
    }
    const facts = { ipNetwork };
    const { id, changes, ended, effects } = await signIn(user, { sourceIp, header }, 'password', deps, facts);
    const options = { ended, effects, ...withoutMfa };
    const session = {
      part: deps.users.changePart(user.id, changes, options),
      async write() {
        // If a second factor was enabled in parallel, the write fails and the client's retry asks for that
        // factor.
        if (!(await deps.users.change(user.id, changes, options))) throw fail(serviceErrors.unavailable);
      },
    };
    const [headers, answer] = await Promise.all([
      attempt.succeeded(session),
      signedIn(user, id, deps),
      needsRehash && rehash(user, password, deps),
    ]);
    return ok(answer, headers);
  },
});

async function rehash({ id, passwordHash }: User, password: string, { users }: Deps): Promise<void> {
  const condition = { condition: '#passwordHash = :verified', values: { ':verified': passwordHash } };
  await users
    .change(id, { passwordHash: await hashPassword(password) }, condition)
    .catch((error: Error) => log.warn('a password keeps its old hash', { error }));
}
