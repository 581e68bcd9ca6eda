import { identityRequestNeeds } from '#functions/api/accounts/sign-in/identity-request.ts';
import { accountErrors } from '#shared/accounts/errors.ts';
import { ipNetworkId, users } from '#shared/accounts/needs.ts';
import { createAccount } from '#shared/accounts/registration/create-account.ts';
import { registrationsPerHour, waitlist } from '#shared/accounts/registration/needs.ts';
import { registrationLimit, takeRegistration } from '#shared/accounts/registration/registration-limit.ts';
import { AuthResponse, exampleAuthResponse, signedIn } from '#shared/accounts/sign-in/auth-response.ts';
import { tokens, usedTokens } from '#shared/accounts/sign-in/needs.ts';
import { firstSession } from '#shared/accounts/sign-in/start-session.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { limits } from '#shared/limits/needs.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { IdTokenRequest, idTokenErrors, provenPerson } from '../sign-in/identity-request.ts';

export const signUpWithIdp = defineEndpoint({
  id: 'signUpWithIdp',
  method: 'POST',
  path: '/api/v1/auth/oauth/idp/signup',
  auth: 'none',
  needs: {
    ...identityRequestNeeds,
    ipNetworkId,
    limits,
    registrationsPerHour,
    tokens,
    usedTokens,
    users,
    waitlist,
  },
  cors: 'front_ends',
  summary: 'Sign up with the identity provider',
  description:
    'Creates an account for a new person identified by the identity provider. The id token does not sign in afterwards. If the response is lost, a retry returns 409: sign in with a new id token.',
  body: IdTokenRequest,
  responses: { 200: AuthResponse },
  answers: {
    200: 'The account was created and is signed in. The body holds an access token and the user.',
  },
  errors: [...idTokenErrors, accountErrors.email_taken, serviceErrors.too_many_requests],
  rateLimit: registrationLimit(20),
  example: {
    body: { id_token: 'eyJhbGciOiJSUzI1NiIsImtpZCI6ImsxIn0.e30.example' },
    responses: { 200: exampleAuthResponse },
  },

  async handle({ body, sourceIp, header }, deps) {
    const { identity, email, fullName, use } = await provenPerson(body, 'signup', deps);
    const { users, usedTokens } = deps;
    if ((await users.byIdentity(identity)) ?? (await users.byEmail(email))) throw fail(accountErrors.email_taken);
    const headers = await takeRegistration({ email, sourceIp }, deps);
    const session = await firstSession({ sourceIp, header }, deps);
    const accountFields = { email, emailVerified: true, identity, fullName, ...session.changes };
    const creation = await createAccount(accountFields, { sourceIp, also: usedTokens.accountParts(use) }, deps);
    if (creation.outcome !== 'created')
      throw fail(creation.outcome === 'refused' ? accountErrors.id_token_used : accountErrors.email_taken);
    return ok(await signedIn(creation.user, session.id, deps), headers);
  },
});
