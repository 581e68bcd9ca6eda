import * as z from 'zod';
import { assertDeliverableNeeds } from '#functions/api/accounts/assert-deliverable.ts';
import { codes } from '#shared/accounts/codes/needs.ts';
import { codeLimits } from '#shared/accounts/codes/rules/codes.ts';
import { codesLimit, sendCode } from '#shared/accounts/codes/send-code.ts';
import { accountErrors } from '#shared/accounts/errors.ts';
import { Email } from '#shared/accounts/fields.ts';
import { ipNetworkId, users } from '#shared/accounts/needs.ts';
import { registrationCodeId } from '#shared/accounts/registration/registration-effects.ts';
import { reservedEmailProblems } from '#shared/accounts/reserved-email-problems.ts';
import { isReservedEmail } from '#shared/accounts/rules/reserved-email.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { codeMail } from '#shared/mail/code-mail.ts';
import { mailer, mailLog } from '#shared/mail/needs.ts';
import { operatorDomain } from '#shared/operators/needs.ts';
import { fail } from '#shared/values/errors.ts';
import { assertDeliverable } from '../assert-deliverable.ts';
import { CodeSent } from '../code-sent.ts';

const message = 'We sent a code of six digits to this address.';
const coveredMessage = 'We sent a code of six digits to this address when the account was created.';

export const sendVerification = defineEndpoint({
  id: 'sendVerification',
  method: 'POST',
  path: '/api/v1/auth/send-verification',
  auth: 'optionalUser',
  needs: { ...assertDeliverableNeeds, codes, ipNetworkId, mailLog, mailer, operatorDomain, users },
  summary: 'Send a code to an e-mail address',
  description: `Sends a code to the e-mail address of a new account or, if you are signed in, to your own unverified address. Sends at most one code per address and minute. For a minute after \`register\`, the code that it sends is the one: the response is the same, and no other is sent. A code is valid for ${codeLimits.lifetimeSeconds / 60} minutes, and a newer code replaces it. After ${codeLimits.failuresPerNetwork} wrong codes from one network, or ${codeLimits.failuresPerDay} in all, on a UTC day, no more codes are sent or accepted until the next day. An address that bounced or complained returns \`422\`.`,
  body: z.object({ email: Email }).meta({ id: 'SendVerificationRequest' }),
  responses: {
    200: CodeSent,
  },
  answers: {
    200: `The code was sent. It is valid for ${codeLimits.lifetimeSeconds / 60} minutes.`,
  },
  errors: [accountErrors.email_taken, accountErrors.code_sent_recently, accountErrors.too_many_attempts, accountErrors.message_not_sent],
  rateLimit: codesLimit,
  example: {
    body: { email: 'ada@northwind.example' },
    responses: { 200: { message, expires_in: codeLimits.lifetimeSeconds } },
  },

  check: ({ body }, { operatorDomain }) => reservedEmailProblems(body, (email) => isReservedEmail(email, operatorDomain)),

  async handle({ body: { email }, actor, sourceIp }, deps) {
    const isOwn = actor?.user.email === email && !actor.user.emailVerified;
    if (!isOwn && (await deps.users.isTaken(email))) throw fail(accountErrors.email_taken);
    await assertDeliverable(email, deps);
    const coveredBy = isOwn ? registrationCodeId(actor.user.id) : undefined;
    const code = { purpose: 'registration', address: email, sourceIp, coveredBy } as const;
    let isSent = false;
    const headers = await sendCode(
      code,
      async (digits, generation) => {
        await deps.mailer.send(codeMail(email, code.purpose, digits));
        isSent = true;
        const note = { id: `code#${generation}`, template: 'verification_code', outcome: 'sent' } as const;
        if (isOwn) await deps.mailLog.note(actor.user.id, note);
      },
      deps,
    );
    return ok({ message: isSent ? message : coveredMessage, expires_in: codeLimits.lifetimeSeconds }, headers);
  },
});
