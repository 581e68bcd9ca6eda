import { whyInactive } from '#shared/accounts/deletion/rules/account-restore.ts';
import { accountErrors } from '#shared/accounts/errors.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import { mfaRequired } from '#shared/accounts/second-factor/require-mfa.ts';
import { AuthResponse, exampleAuthResponse, signedIn } from '#shared/accounts/sign-in/auth-response.ts';
import { tokens } from '#shared/accounts/sign-in/needs.ts';
import { type Caller, signIn, withoutMfa } from '#shared/accounts/sign-in/start-session.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { fail } from '#shared/values/errors.ts';
import { bindIdentity, bindIdentityNeeds } from './bind-identity.ts';
import { IdTokenRequest, identityRequestNeeds, idTokenErrors, isBoundTo, type ProvenPerson, provenPerson } from './identity-request.ts';

export const signInWithIdpNeeds = { ...bindIdentityNeeds, ...identityRequestNeeds, tokens };
type Deps = DepsOf<typeof signInWithIdpNeeds>;

export const signInWithIdp = defineEndpoint({
  id: 'signInWithIdp',
  method: 'POST',
  path: '/api/v1/auth/oauth/idp',
  auth: 'none',
  needs: signInWithIdpNeeds,
  cors: 'front_ends',
  summary: 'Sign in with the identity provider',
  description:
    'Signs in an existing user with an id token of the identity provider. The account is found by the identity at the provider, even if the e-mail has changed; the first time, by the verified e-mail. If the e-mail of the account was unverified, the account is recovered: its password, sessions and second factor are removed, keys, webhook endpoints, exports, team members, invitations and team memberships from before end, and one e-mail lists them. The owner is notified by e-mail when an identity is linked. An id token works once: if the response is lost, sign in at the provider again.',
  body: IdTokenRequest,
  responses: { 200: AuthResponse },
  answers: {
    200: 'Signed in. The body holds an access token and the user.',
  },
  errors: [
    ...idTokenErrors,
    accountErrors.account_not_found,
    accountErrors.account_inactive,
    accountErrors.account_deletion_pending,
    accountErrors.restore_expired,
    accountErrors.identity_mismatch,
    accountErrors.mfa_required,
  ],
  example: {
    body: { id_token: 'eyJhbGciOiJSUzI1NiIsImtpZCI6ImsxIn0.e30.example' },
    responses: { 200: exampleAuthResponse },
  },

  async handle({ body, sourceIp, header }, deps) {
    const caller = { sourceIp, header };
    const person = await provenPerson(body, 'login', deps);
    return await retryOnConflict('rare', async () => {
      const boundUser = await deps.users.byIdentity(person.identity);
      const account = boundUser ?? (await unboundAccount(person, deps));
      const started = account && (await startOf(account, boundUser !== null)(account, person, caller, deps));
      if (started?.session) return ok(await signedIn(started.user, started.session.id, deps));
      if (started) throw await mfaRequired(started.user, deps);
      if (await deps.usedTokens.wasUsed(person.use)) throw fail(accountErrors.id_token_used);
      return conflict;
    });
  },
});

/**
 * Without a verified e-mail, another person may have enabled the second factor, so the account is recovered.
 */
export const startOf = ({ mfa, emailVerified }: User, isKnown: boolean) =>
  isKnown || (mfa && emailVerified) ? continueAsKnown : bindIdentity;

/** Returns `null` if the identity token was used before. */
export async function continueAsKnown(user: User, { use }: ProvenPerson, caller: Caller, deps: Deps) {
  if (!user.isActive) throw fail(whyInactive(user, deps.now()));
  if (user.mfa) return (await deps.usedTokens.use(use)) ? { user, session: null } : null;
  const session = await signIn(user, caller, 'identity', deps);
  const { changes, ended, effects } = session;
  const parts = [deps.usedTokens.usePart(use), deps.users.changePart(user.id, changes, { ended, effects, ...withoutMfa })];
  return (await deps.users.transactOrConflict(parts)) ? { user, session } : null;
}

async function unboundAccount({ email, identity }: ProvenPerson, { users, now }: Pick<Deps, 'users' | 'now'>) {
  const user = await users.byEmail(email);
  if (!user) throw fail(accountErrors.account_not_found);
  if (!user.isActive) throw fail(whyInactive(user, now()));
  if (user.identity === null) return user;
  if (!isBoundTo(user.identity, identity)) throw fail(accountErrors.identity_mismatch);
  return null;
}
