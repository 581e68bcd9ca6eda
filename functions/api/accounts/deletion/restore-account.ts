import * as z from 'zod';
import { signInWithIdpNeeds } from '#functions/api/accounts/sign-in/sign-in-with-idp.ts';
import { accountSuspension } from '#shared/accounts/account-suspension.ts';
import { accountDeletions } from '#shared/accounts/deletion/needs.ts';
import { canRestore, whyInactive } from '#shared/accounts/deletion/rules/account-restore.ts';
import { accountErrors } from '#shared/accounts/errors.ts';
import { Email } from '#shared/accounts/fields.ts';
import { isKnownNetwork } from '#shared/accounts/rules/known-networks.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import { mfaRequired } from '#shared/accounts/second-factor/require-mfa.ts';
import { AuthResponse, exampleAuthResponse, signedIn } from '#shared/accounts/sign-in/auth-response.ts';
import { loginLimit } from '#shared/accounts/sign-in/login-limit.ts';
import { verifyPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { signIn, withoutMfa } from '#shared/accounts/sign-in/start-session.ts';
import { networkLimit, signInAttempt } from '#shared/accounts/sign-in-attempt.ts';
import { activity } from '#shared/activity/activity.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { limits } from '#shared/limits/needs.ts';
import { fail, type Problem, serviceErrors } from '#shared/values/errors.ts';
import { mailTime } from '#shared/values/mail-time.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';
import { idTokenErrors, idTokenFields, provenPerson } from '../sign-in/identity-request.ts';
import { startOf } from '../sign-in/sign-in-with-idp.ts';

const needs = { ...signInWithIdpNeeds, accountDeletions, limits };
type Deps = DepsOf<typeof needs>;

export const restoreAccount = defineEndpoint({
  id: 'restoreAccount',
  method: 'POST',
  path: '/api/v1/auth/restore-account',
  auth: 'none',
  needs,
  cors: 'front_ends',
  summary: 'Restore a deleted account',
  description:
    'Restores an account before its `erase_at`, and signs in; afterwards the response is 403 `restore_expired`. Send e-mail and password, or an id token of the identity provider. ' +
    'API keys and webhook endpoints work again within 60 seconds, and earlier sessions at once. Team memberships are not restored. If the account is not deleted, the request only signs in. An account with a second factor is restored and returns `mfa_required` with an `mfa_token` for `loginMfa`. Failed attempts count as failed sign-ins.',
  body: z
    .object({
      email: Email.nullish(),
      password: z.string().max(1000).nullish(),
      id_token: idTokenFields.id_token.nullish().meta({ description: 'An id token of the identity provider.' }),
      nonce: idTokenFields.nonce,
    })
    .meta({ id: 'RestoreAccountRequest' }),
  check: ({ body }) => namesOneProof(body),
  responses: { 200: AuthResponse },
  answers: { 200: 'The account is active. The body holds an access token and the user.' },
  errors: [
    ...idTokenErrors,
    accountErrors.invalid_credentials,
    accountErrors.mfa_required,
    accountErrors.account_not_found,
    accountErrors.account_inactive,
    accountErrors.restore_expired,
    accountErrors.identity_mismatch,
    accountErrors.too_many_failures,
    serviceErrors.too_many_requests,
  ],
  rateLimit: networkLimit(loginLimit),
  example: {
    body: { email: 'ada@northwind.example', password: 'correct horse battery staple' },
    responses: { 200: exampleAuthResponse },
  },

  async handle({ body: { email, password, id_token, nonce }, sourceIp, header }, deps) {
    if (email && typeof password === 'string') {
      const { user, headers } = await byPassword({ email, password, sourceIp }, deps);
      const restored = await activeAgain(user, deps, headers);
      if (restored.mfa) throw await mfaRequired(restored, deps, headers);
      const session = await signIn(restored, { sourceIp, header }, 'password', deps);
      const { id, changes, ended, effects } = session;
      // If a second factor was enabled in parallel, the write fails and the client's retry asks for that
      // factor.
      if (!(await deps.users.change(restored.id, changes, { ended, effects, ...withoutMfa }))) throw fail(serviceErrors.unavailable);
      return ok(await signedIn(restored, id, deps), headers);
    }
    const person = await provenPerson({ id_token: id_token ?? '', nonce }, 'login', deps);
    const identityUser = await deps.users.byIdentity(person.identity);
    const user = identityUser ?? (await deps.users.byEmail(person.email));
    if (!user) throw fail(accountErrors.account_not_found);
    if (!identityUser && user.identity !== null) throw fail(accountErrors.identity_mismatch);
    const restored = await activeAgain(user, deps);
    const started = await startOf(restored, identityUser !== null)(restored, person, { sourceIp, header }, deps);
    if (!started) throw fail(accountErrors.id_token_used);
    if (!started.session) throw await mfaRequired(restored, deps);
    return ok(await signedIn(restored, started.session.id, deps));
  },
});

function namesOneProof(body: unknown): Problem[] {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const has = (name: string) => (fields[name] ?? null) !== null;
  if (has('id_token'))
    return ['email', 'password']
      .filter(has)
      .map((name) => ({ type: 'value_error', loc: ['body', name], msg: 'Either this or `id_token`' }));
  return ['email', 'password']
    .filter((name) => !has(name))
    .map((name) => ({ type: 'missing', loc: ['body', name], msg: 'Field required, or `id_token`' }));
}

/**
 * Known and unknown e-mails cause the same calls and one hash, so the response time does not reveal an
 * account.
 */
async function byPassword(
  { email, password, sourceIp }: { email: string; password: string; sourceIp: string },
  deps: Deps,
): Promise<{ user: User; headers: Record<string, string> }> {
  const ipNetwork = await deps.ipNetworkId(sourceIp);
  const user = await deps.users.byEmail(email);
  const canEnter = user !== null && (user.isActive || whyInactive(user, deps.now()) !== accountErrors.account_inactive);
  const isKnown = canEnter && isKnownNetwork(user.knownNetworks, ipNetwork, deps.now());
  const attempt = await signInAttempt(loginLimit, { email, ipNetwork, isKnown, account: user?.id ?? null }, deps);
  const { isRight } = await verifyPassword(password, canEnter ? user.passwordHash : null);
  if (!user || !isRight) throw await attempt.failed();
  return { user, headers: await attempt.succeeded() };
}

async function activeAgain(initialUser: User, { now, users, accountDeletions }: Deps, headers: Record<string, string> = {}): Promise<User> {
  if (initialUser.isActive) return initialUser;
  if (!initialUser.deletion || !canRestore(initialUser, now())) throw fail(whyInactive(initialUser, now()), { headers });
  const { requestedAt } = initialUser.deletion;
  const id = `account_restored#${initialUser.id}#${requestedAt}`;
  await accountDeletions.restore(initialUser, [
    { kind: 'account_restored', id, user_id: initialUser.id },
    accountSuspension(initialUser.id, `restored#${requestedAt}`),
    await activity('account_restored', ownAccountOf(initialUser.id)),
    {
      kind: 'mail',
      id: `${id}#mail`,
      to_user: initialUser.id,
      template: 'account_restored',
      data: { at: mailTime(new Date(now()).toISOString()) },
    },
  ]);
  const user = await users.byId(initialUser.id);
  if (user?.isActive) return user;
  throw fail(user ? whyInactive(user, now()) : accountErrors.account_inactive, { headers });
}
