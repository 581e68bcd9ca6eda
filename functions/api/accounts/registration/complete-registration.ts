import * as z from 'zod';
import { attemptsLimit, checkCode } from '#shared/accounts/codes/check-code.ts';
import { codes } from '#shared/accounts/codes/needs.ts';
import { accountErrors } from '#shared/accounts/errors.ts';
import { CodeGuess, Company, CompanyShortDesc, CompanyWebsite, Email, FullName, orNull } from '#shared/accounts/fields.ts';
import { ipNetworkId, users } from '#shared/accounts/needs.ts';
import { createAccount } from '#shared/accounts/registration/create-account.ts';
import { registrationsPerHour, waitlist } from '#shared/accounts/registration/needs.ts';
import { takeRegistration } from '#shared/accounts/registration/registration-limit.ts';
import { reservedEmailProblems } from '#shared/accounts/reserved-email-problems.ts';
import { phoneOfEmail } from '#shared/accounts/rules/phone-accounts.ts';
import { isInvalidatedEmail } from '#shared/accounts/rules/reserved-email.ts';
import { AuthResponse, exampleAuthResponse, signedIn } from '#shared/accounts/sign-in/auth-response.ts';
import { tokens } from '#shared/accounts/sign-in/needs.ts';
import { NewPassword } from '#shared/accounts/sign-in/new-password.ts';
import { hashPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { firstSession } from '#shared/accounts/sign-in/start-session.ts';
import { queues } from '#shared/aws/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { limits } from '#shared/limits/needs.ts';
import { operatorDomain } from '#shared/operators/needs.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';

export const completeRegistration = defineEndpoint({
  id: 'completeRegistration',
  method: 'POST',
  path: '/api/v1/auth/complete-registration',
  auth: 'none',
  needs: {
    codes,
    ipNetworkId,
    limits,
    operatorDomain,
    queues,
    registrationsPerHour,
    tokens,
    users,
    waitlist,
  },
  cors: 'front_ends',
  summary: 'Complete a registration with a code',
  description:
    'Creates an account with a code from `sendVerification` or `sendPhoneVerification`. Uses up the code. If the response is lost, a retry returns 409 and the password works at login. Counts towards the limits of accounts per network and mailbox (see `register`).',
  body: z
    .object({
      email: Email,
      code: CodeGuess,
      password: NewPassword,
      full_name: orNull(FullName),
      company: orNull(Company),
      company_website: orNull(CompanyWebsite),
      company_short_desc: orNull(CompanyShortDesc),
    })
    .meta({ id: 'CompleteRegistrationRequest' }),
  responses: { 200: AuthResponse },
  answers: {
    200: 'The account was created and is signed in. The code is used up.',
  },
  errors: [
    accountErrors.invalid_code,
    accountErrors.code_expired,
    accountErrors.too_many_attempts,
    accountErrors.email_taken,
    serviceErrors.too_many_requests,
  ],
  rateLimit: attemptsLimit,
  example: {
    body: {
      email: 'ada@northwind.example',
      code: '042917',
      password: 'correct horse battery',
      full_name: 'Ada Example',
      company_website: 'northwind.example',
    },
    responses: { 200: exampleAuthResponse },
  },

  check: ({ body }) => reservedEmailProblems(body, isInvalidatedEmail),

  async handle({ body, sourceIp, header }, deps) {
    const { email } = body;
    if (await deps.users.isTaken(email)) throw fail(accountErrors.email_taken);
    const phone = phoneOfEmail(email, deps.operatorDomain);
    const purpose = phone ? 'phone' : 'registration';
    const address = phone ?? email;
    const { generation, headers } = await checkCode({ purpose, address, guess: body.code, sourceIp }, deps);
    await takeRegistration({ email, sourceIp }, deps);
    const session = await firstSession({ sourceIp, header }, deps);
    const newAccount = {
      email,
      emailVerified: true,
      phone,
      passwordHash: await hashPassword(body.password),
      fullName: body.full_name,
      company: body.company,
      companyWebsite: body.company_website,
      companyShortDesc: body.company_short_desc,
      ...session.changes,
    };
    const codeUse = deps.codes.usePart(purpose, address, generation);
    const creation = await createAccount(newAccount, { sourceIp, also: [codeUse] }, deps);
    if (creation.outcome !== 'created')
      throw fail(creation.outcome === 'email_taken' ? accountErrors.email_taken : accountErrors.invalid_code, { headers });
    return ok(await signedIn(creation.user, session.id, deps), headers);
  },
});
