import * as z from 'zod';
import { accountErrors } from '#shared/accounts/errors.ts';
import { Email, FullName, orNull } from '#shared/accounts/fields.ts';
import { ipNetworkId, users } from '#shared/accounts/needs.ts';
import { createAccount } from '#shared/accounts/registration/create-account.ts';
import { registrationsPerHour, waitlist } from '#shared/accounts/registration/needs.ts';
import { registrationLimit, takeRegistration } from '#shared/accounts/registration/registration-limit.ts';
import { reservedEmailProblems } from '#shared/accounts/reserved-email-problems.ts';
import { isReservedEmail } from '#shared/accounts/rules/reserved-email.ts';
import { AuthResponse, exampleAuthResponse, signedIn } from '#shared/accounts/sign-in/auth-response.ts';
import { tokens } from '#shared/accounts/sign-in/needs.ts';
import { NewPassword } from '#shared/accounts/sign-in/new-password.ts';
import { hashPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { firstSession } from '#shared/accounts/sign-in/start-session.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { limits } from '#shared/limits/needs.ts';
import { mailRefusalNow } from '#shared/mail/can-send-mail.ts';
import { MailAnswer, mailAnswerOf } from '#shared/mail/mail-answer.ts';
import { directRules } from '#shared/mail/mails.ts';
import { mailPreferences, suppressions } from '#shared/mail/needs.ts';
import { operatorDomain } from '#shared/operators/needs.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';

export const register = defineEndpoint({
  id: 'register',
  method: 'POST',
  path: '/api/v1/auth/register',
  auth: 'none',
  needs: {
    ipNetworkId,
    limits,
    mailPreferences,
    operatorDomain,
    registrationsPerHour,
    suppressions,
    tokens,
    users,
    waitlist,
  },
  cors: 'front_ends',
  summary: 'Register with e-mail and password',
  description:
    'Creates an account and signs in, in one step. Sends one e-mail with a code that verifies the address (`verifyCode`); it takes the minute of `sendVerification`. Until then the account has no live keys, and its welcome waits. If the response is lost, a retry returns 409 and the password works at login. One network (IPv4 /24, IPv6 /56) can create 20 accounts an hour. One mailbox can create 5 a day, regardless of the tag after its `+`.',
  body: z.object({ email: Email, password: NewPassword, full_name: orNull(FullName) }).meta({ id: 'RegisterRequest' }),
  responses: {
    200: AuthResponse.extend({
      verification_email: MailAnswer.meta({
        description: 'Whether a code that verifies the address is on its way.',
      }),
    }).meta({ id: 'RegisterResponse' }),
  },
  answers: {
    200: 'The account was created and is signed in. The body holds an access token and the user.',
  },
  errors: [accountErrors.email_taken, serviceErrors.too_many_requests],
  rateLimit: registrationLimit(20),
  example: {
    body: { email: 'ada@northwind.example', password: 'correct horse battery', full_name: 'Ada Example' },
    responses: { 200: { ...exampleAuthResponse, verification_email: mailAnswerOf(null) } },
  },

  check: ({ body }, { operatorDomain }) => reservedEmailProblems(body, (email) => isReservedEmail(email, operatorDomain)),

  async handle({ body: { email, password, full_name }, sourceIp, header }, deps) {
    // This read costs less than hashing a password, so it precedes the hash.
    if (await deps.users.isTaken(email)) throw fail(accountErrors.email_taken);
    const headers = await takeRegistration({ email, sourceIp }, deps);
    const passwordHash = await hashPassword(password);
    const session = await firstSession({ sourceIp, header }, deps);
    // This read may fail, so it precedes every write of the new account.
    const refusal = await mailRefusalNow(directRules.code_registration, receiverOf(email), deps);
    const accountFields = { email, passwordHash, fullName: full_name, ...session.changes };
    const creation = await createAccount(accountFields, { sourceIp }, deps);
    if (creation.outcome !== 'created') throw fail(accountErrors.email_taken);
    const answer = await signedIn(creation.user, session.id, deps);
    return ok({ ...answer, verification_email: mailAnswerOf(refusal) }, headers);
  },
});

const receiverOf = (email: string) => ({ id: 0, email, emailVerified: false, phone: null, isActive: true });
