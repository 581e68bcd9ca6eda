import { AuthResponse, exampleAuthResponse, signedIn } from '#shared/accounts/auth-response.ts';
import { createAccount } from '#shared/accounts/create-account.ts';
import { registrationLimit, takeRegistration } from '#shared/accounts/registration-limit.ts';
import { firstSession } from '#shared/accounts/start-session.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { fail } from '#shared/values/errors.ts';
import type { Deps } from './deps.ts';
import { IdTokenRequest, idTokenErrors, provenPerson } from './identity-request.ts';

export const signUpWithIdp = defineEndpoint<Deps>()({
  id: 'signUpWithIdp',
  method: 'POST',
  path: '/api/v1/auth/oauth/idp/signup',
  auth: 'none',
  cors: 'front_ends',
  summary: 'Sign up with the identity provider',
  description:
    'Creates an account for a person whom the identity provider identifies. For new accounts. The same id token signs in afterwards. A request whose answer was lost may be sent again: it is ' +
    'then answered 409, and sign-in takes the token.',
  body: IdTokenRequest,
  responses: { 200: AuthResponse },
  answers: {
    200: 'The account was created and is signed in. The body holds an access token and the user.',
  },
  errors: [...idTokenErrors, 'email_taken', 'too_many_requests'],
  rateLimit: registrationLimit(20),
  example: {
    body: { id_token: 'eyJhbGciOiJSUzI1NiIsImtpZCI6ImsxIn0.e30.example' },
    responses: { 200: exampleAuthResponse },
  },

  async handle({ body, sourceIp, header }, deps) {
    const { identity, email, fullName, use } = await provenPerson(body, 'signup', deps);
    const { users, usedTokens } = deps;
    if ((await users.byIdentity(identity)) ?? (await users.byEmail(email))) throw fail('email_taken');
    const headers = await takeRegistration({ email, sourceIp }, deps);
    const session = await firstSession({ sourceIp, header }, deps);
    const given = { email, emailVerified: true, identity, fullName, ...session.changes };
    const made = await createAccount(given, { sourceIp, also: [usedTokens.usePart(use)] }, deps);
    if (made.outcome !== 'created') throw fail(made.outcome === 'refused' ? 'id_token_used' : 'email_taken');
    return ok(await signedIn(made.user, session.id, deps), headers);
  },
});
