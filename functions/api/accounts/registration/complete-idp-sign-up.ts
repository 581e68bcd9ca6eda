import * as z from 'zod';
import { identityRequestNeeds } from '#functions/api/accounts/sign-in/identity-request.ts';
import { accountErrors } from '#shared/accounts/errors.ts';
import { Company, CompanyShortDesc, CompanyWebsite, FullName, orNull, Role, TimeZone } from '#shared/accounts/fields.ts';
import { ipNetworkId } from '#shared/accounts/needs.ts';
import { createAccount } from '#shared/accounts/registration/create-account.ts';
import { registrationsPerHour, waitlist } from '#shared/accounts/registration/needs.ts';
import { registrationLimit, takeRegistration } from '#shared/accounts/registration/registration-limit.ts';
import { mfaRequired } from '#shared/accounts/second-factor/require-mfa.ts';
import { AuthResponse, exampleAuthResponse, signedIn } from '#shared/accounts/sign-in/auth-response.ts';
import { tokens } from '#shared/accounts/sign-in/needs.ts';
import { type Caller, firstSession, signIn } from '#shared/accounts/sign-in/start-session.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { limits } from '#shared/limits/needs.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { activeOnly, idTokenErrors, idTokenFields, isBoundTo, type ProvenPerson, provenPerson } from '../sign-in/identity-request.ts';
import { fillProfile, fillProfileNeeds, type Profile } from './fill-profile.ts';

const needs = {
  ...identityRequestNeeds,
  ...fillProfileNeeds,
  ipNetworkId,
  limits,
  registrationsPerHour,
  tokens,
  waitlist,
};
type Deps = DepsOf<typeof needs>;

export const completeIdpSignUp = defineEndpoint({
  id: 'completeIdpSignUp',
  method: 'POST',
  path: '/api/v1/auth/oauth/idp/complete',
  auth: 'none',
  needs,
  cors: 'front_ends',
  summary: 'Complete a sign-up with the identity provider',
  description:
    'Completes the account of a person identified by the identity provider, or creates it. Fills the empty fields of the account and never changes a field that has a value. If the person has no account, one is created with these fields. The id token of the sign-up can be sent here once more.',
  body: z
    .object({
      ...idTokenFields,
      company: Company.min(1),
      company_website: CompanyWebsite.refine((url) => url !== '', 'A website is needed'),
      full_name: orNull(FullName),
      company_short_desc: orNull(CompanyShortDesc),
      role: orNull(Role),
      timezone: orNull(TimeZone).meta({ description: 'IANA time zone, such as `Europe/Berlin`.' }),
    })
    .meta({ id: 'CompleteIdpSignUpRequest' }),
  responses: { 200: AuthResponse },
  answers: {
    200: 'The account is complete and signed in. The body holds an access token and the user.',
  },
  errors: [
    ...idTokenErrors,
    accountErrors.account_inactive,
    accountErrors.email_taken,
    serviceErrors.too_many_requests,
    accountErrors.mfa_required,
  ],
  rateLimit: registrationLimit(20),
  example: {
    body: {
      id_token: 'eyJhbGciOiJSUzI1NiIsImtpZCI6ImsxIn0.e30.example',
      company: 'Northwind Shoes',
      company_website: 'northwind.example',
      role: 'Marketing',
    },
    responses: { 200: exampleAuthResponse },
  },

  async handle({ body, sourceIp, header }, deps) {
    const caller = { sourceIp, header };
    const person = await provenPerson(body, 'complete', deps);
    const profile = {
      fullName: body.full_name ?? person.fullName,
      company: body.company,
      companyWebsite: body.company_website,
      companyShortDesc: body.company_short_desc,
      role: body.role,
      timezone: body.timezone,
    };
    return await retryOnConflict('rare', async () => {
      const existingUser = await deps.users.byIdentity(person.identity);
      if (existingUser) {
        if (activeOnly(existingUser).mfa) {
          if (!(await deps.usedTokens.use(person.use))) throw fail(accountErrors.id_token_used);
          throw await mfaRequired(existingUser, deps);
        }
        const session = await signIn(existingUser, caller, 'identity', deps);
        const user = await fillProfile(existingUser, profile, { ...person, session }, deps);
        if (user) return ok(await signedIn(user, session.id, deps));
      } else {
        const newAccount = await newAccountOf(person, profile, caller, deps);
        if (newAccount) return ok(await signedIn(newAccount.user, newAccount.sessionId, deps), newAccount.headers);
      }
      if (await deps.usedTokens.wasUsed(person.use)) throw fail(accountErrors.id_token_used);
      return conflict;
    });
  },
});

async function newAccountOf({ identity, email, use }: ProvenPerson, profile: Profile, caller: Caller, deps: Deps) {
  const other = await deps.users.byEmail(email);
  if (other) {
    if (isBoundTo(other.identity, identity)) return null;
    throw fail(accountErrors.email_taken);
  }
  const { sourceIp } = caller;
  const headers = await takeRegistration({ email, sourceIp }, deps);
  const session = await firstSession(caller, deps);
  const profileOfUser = { email, emailVerified: true, identity, ...session.changes, ...profile };
  const creation = await createAccount(profileOfUser, { sourceIp, also: deps.usedTokens.accountParts(use) }, deps);
  return creation.outcome === 'created' ? { user: creation.user, sessionId: session.id, headers } : null;
}
