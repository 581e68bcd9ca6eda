import { AuthResponse, exampleAuthResponse, signedIn } from '#shared/accounts/auth-response.ts';
import { rememberNetwork } from '#shared/accounts/remember-network.ts';
import type { AccountDeps } from '#shared/deps.ts';
import type { User } from '#shared/domain/users.ts';
import { endpointWith, ok } from '#shared/http/endpoint.ts';
import { fail } from '#shared/http/errors.ts';
import { bindIdentity } from './bind-identity.ts';
import {
  IdTokenRequest,
  idTokenErrors,
  isBoundTo,
  type ProvenPerson,
  provenPerson,
} from './identity-request.ts';

export const signInWithIdp = endpointWith<AccountDeps>()({
  id: 'signInWithIdp',
  method: 'POST',
  path: '/api/v1/auth/oauth/idp',
  auth: 'none',
  cors: 'front_ends',
  summary: 'Sign in with the identity provider',
  description:
    'Signs in a person whom the identity provider identifies. For existing accounts. The account is found by who the person is at the provider, whatever their e-mail is now; ' +
    'the first time by the verified e-mail. An account whose e-mail nobody had verified until then loses its password, ' +
    'its sessions and its API keys. The owner is notified by mail when an identity is linked. An id token signs in once: when the answer was lost, sign in at ' +
    'the provider again.',
  body: IdTokenRequest,
  responses: { 200: AuthResponse },
  answers: {
    200: 'Signed in. The body holds an access token and the user.',
  },
  errors: [
    ...idTokenErrors,
    'account_not_found',
    'account_inactive',
    'account_deletion_pending',
    'identity_mismatch',
  ],
  example: {
    body: { id_token: 'eyJhbGciOiJSUzI1NiIsImtpZCI6ImsxIn0.e30.example' },
    responses: { 200: exampleAuthResponse },
  },

  async handle({ body, sourceIp }, deps) {
    const network = await deps.networkId(sourceIp);
    const person = await provenPerson(body, 'login', deps);
    for (let tries = 1; tries <= 3; tries++) {
      const known = await deps.users.byIdentity(person.identity);
      if (known) return ok(await answerKnown(known, person, network, deps));
      const user = await unboundAccount(person, deps);
      const bound = user && (await bindIdentity(user, person, network, deps));
      if (bound) return ok(await signedIn(bound, deps));
      if (await deps.usedTokens.wasUsed(person.use)) throw fail('id_token_used');
    }
    throw fail('unavailable');
  },
});

/** The token is used up last, so that a sign-in that has failed can be repeated with it. */
async function answerKnown(user: User, { use }: ProvenPerson, network: string, deps: AccountDeps) {
  // The token is not used up: it restores the account.
  if (!user.isActive) throw fail(user.deletion ? 'account_deletion_pending' : 'account_inactive');
  const answer = await signedIn(user, deps);
  if (!(await deps.usedTokens.use(use))) throw fail('id_token_used');
  await rememberNetwork(user, network, deps);
  return answer;
}

/** The account with this e-mail, if nobody else at the provider has it; `null` when it was bound to this person just now. */
async function unboundAccount({ email, identity }: ProvenPerson, { users }: Pick<AccountDeps, 'users'>) {
  const user = await users.byEmail(email);
  if (!user) throw fail('account_not_found');
  if (!user.isActive) throw fail('account_inactive');
  if (user.identity === null) return user;
  if (!isBoundTo(user.identity, identity)) throw fail('identity_mismatch');
  return null;
}
