import * as z from 'zod';
import { assertDeliverableNeeds } from '#functions/api/accounts/assert-deliverable.ts';
import { codes } from '#shared/accounts/codes/needs.ts';
import { codeLimits } from '#shared/accounts/codes/rules/codes.ts';
import { codesLimit, sendCode } from '#shared/accounts/codes/send-code.ts';
import { accountErrors } from '#shared/accounts/errors.ts';
import { Email } from '#shared/accounts/fields.ts';
import { ipNetworkId } from '#shared/accounts/needs.ts';
import { domainOf } from '#shared/accounts/rules/email.ts';
import { isReservedEmail } from '#shared/accounts/rules/reserved-email.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { codeMail } from '#shared/mail/code-mail.ts';
import { mailer } from '#shared/mail/needs.ts';
import { operatorDomain } from '#shared/operators/needs.ts';
import { fail } from '#shared/values/errors.ts';
import { inWords } from '#shared/values/number-texts.ts';
import { assertDeliverable } from '../assert-deliverable.ts';

const message = 'We sent a code of six digits to this address.';

export const sendDeckCode = defineEndpoint({
  id: 'sendDeckCode',
  method: 'POST',
  path: '/api/v1/auth/salesdeck/send-verification',
  auth: 'none',
  needs: { ...assertDeliverableNeeds, codes, ipNetworkId, mailer, operatorDomain },
  cors: 'front_ends',
  summary: 'Send a sales deck code',
  description: `Sends a code for the sales deck to an address in the operator's domain. The domain must match exactly; subdomains are refused. The address does not need an account. Generated addresses of accounts created with a phone have no mailbox and are refused. Sends at most one code per address and minute. A code is valid for ${inWords(codeLimits.lifetimeSeconds / 60)} minutes, and a newer code replaces it.`,
  body: z.object({ email: Email }).meta({ id: 'SendDeckCodeRequest' }),
  responses: {
    200: z.object({ message: z.string(), expires_in: z.int().meta({ description: 'Seconds.' }) }).meta({ id: 'DeckCodeSent' }),
  },
  answers: {
    200: `The code was sent. It is valid for ${codeLimits.lifetimeSeconds / 60} minutes.`,
  },
  errors: [
    accountErrors.domain_not_allowed,
    accountErrors.code_sent_recently,
    accountErrors.too_many_attempts,
    accountErrors.message_not_sent,
  ],
  rateLimit: codesLimit,
  example: {
    body: { email: 'sam@operator.example' },
    responses: { 200: { message, expires_in: codeLimits.lifetimeSeconds } },
  },

  async handle({ body: { email }, sourceIp }, deps) {
    const { operatorDomain, mailer } = deps;
    if (domainOf(email) !== operatorDomain.toLowerCase() || isReservedEmail(email, operatorDomain))
      throw fail(accountErrors.domain_not_allowed);
    await assertDeliverable(email, deps);
    const code = { purpose: 'salesdeck', address: email, sourceIp } as const;
    const headers = await sendCode(code, (digits) => mailer.send(codeMail(email, code.purpose, digits)), deps);
    return ok({ message, expires_in: codeLimits.lifetimeSeconds }, headers);
  },
});
